//! Maps values to fractions of an axis, and chooses round numbers for its ticks.

use claims::figure::chart::{Axis, Scale};
use claims::numbers::{number, power};

/// A labelled position on an axis, as a fraction of the axis' length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: String,
}

/// An axis fitted to the values that it shows, which maps values to fractions of its length.
pub(super) struct Ruler<'a> {
    scale: &'a Scale,
    /// Value at the lower end; and (next field) at the upper end. On a logarithmic axis, their logarithms to base 10.
    low: f64,
    high: f64,
    /// Fraction of its length at which a logarithmic axis begins, above the strip that shows zeros.
    start: f64,
    /// The ticks, if the axis shows few values; else they are round numbers.
    few: Vec<f64>,
}

/// Largest number of integers that have a tick each; and (next constant) the largest integer with such a tick.
const FEW: usize = 7;
const LARGEST_LABEL: f64 = 1e5;

/// Fraction of a logarithmic axis at which it shows zero, if it must; and (next constant) fraction at which its decades then begin.
const FLOOR: f64 = 0.035;
const FIRST_DECADE: f64 = 0.1;

/// Fraction of an axis left free beyond the outermost values.
pub(super) const PADDING: f64 = 0.05;

impl<'a> Ruler<'a> {
    /// Fits a ruler to all `values`, which must be drawable on the axis, and leaves a fraction `padding` free beyond them.
    pub(super) fn new(axis: &'a Axis, values: &[f64], padding: f64) -> Self {
        let (low, high) = match &axis.scale {
            Scale::Linear => linear_ends(values, padding),
            Scale::Log => log_ends(values, padding),
            Scale::Categories(names) => (-0.5, names.len() as f64 - 0.5),
        };
        let floored = axis.scale == Scale::Log && values.contains(&0.0);
        Self {
            scale: &axis.scale,
            low,
            high,
            start: if floored { FIRST_DECADE } else { 0.0 },
            few: Vec::new(),
        }
    }

    /// The ruler with a tick at each value of a logarithmic axis, if these are few integers.
    pub(super) fn with_ticks_at(self, values: &[f64]) -> Self {
        let mut few = values.to_vec();
        few.sort_by(f64::total_cmp);
        few.dedup();
        let is_short = |value: &f64| value.fract() == 0.0 && value.abs() <= LARGEST_LABEL;
        let fits = (2..=FEW).contains(&few.len()) && few.iter().all(is_short);
        match *self.scale == Scale::Log && fits {
            true => Self { few, ..self },
            false => self,
        }
    }

    /// Position of a value, as a fraction of the axis.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Log if value <= 0.0 => FLOOR,
            Scale::Log => self.start + (1.0 - self.start) * self.position(libm::log10(value)),
            _ => self.position(value),
        }
    }

    /// Distance between neighbouring categories as a fraction of the axis; `None` on a numeric axis.
    pub(super) fn slot(&self) -> Option<f64> {
        matches!(self.scale, Scale::Categories(_)).then(|| 1.0 / (self.high - self.low))
    }

    /// Fraction of a logarithmic axis halfway between the strip for zeros and the first decade, if it has such a strip.
    pub(super) fn floor_ends(&self) -> Option<f64> {
        (self.start > 0.0).then_some((FLOOR + self.start) / 2.0)
    }

    /// The labelled ticks of the axis in ascending order.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => self.labelled(&self.linear_ticks()),
            Scale::Log => self.labelled(&self.log_ticks()),
            Scale::Categories(names) => {
                let tick = |(index, name): (usize, &String)| Tick {
                    at: self.position(index as f64),
                    label: name.clone(),
                };
                names.iter().enumerate().map(tick).collect()
            }
        }
    }

    /// Like [`ticks`](Self::ticks), but with powers of ten only, if a logarithmic axis has several.
    pub(super) fn coarse_ticks(&self) -> Vec<Tick> {
        let powers = self.multiples(&[1]);
        if *self.scale != Scale::Log || powers.len() < LEAST_TICKS || !self.few.is_empty() {
            return self.ticks();
        }
        let zero = (self.start > 0.0).then_some(0.0);
        let values: Vec<f64> = zero.into_iter().chain(powers).collect();
        self.labelled(&values)
    }

    /// Positions, as fractions of the axis, of unlabelled gridlines between the ticks of a logarithmic axis.
    pub(super) fn minor(&self) -> Vec<f64> {
        let few = self.high - self.low <= MOST_DECADES;
        let values = if *self.scale == Scale::Log && few {
            self.multiples(&[2, 3, 4, 5, 6, 7, 8, 9])
        } else {
            vec![]
        };
        values
            .into_iter()
            .map(|value| self.fraction(value))
            .collect()
    }

    // Halving first keeps the difference finite even if the ends are as far apart as f64 permits.
    fn position(&self, value: f64) -> f64 {
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    fn labelled(&self, values: &[f64]) -> Vec<Tick> {
        let powers = values
            .iter()
            .any(|value| value.abs() >= 1e6 || (*value != 0.0 && value.abs() < 1e-4));
        let label = |value: f64| if powers { power(value) } else { number(value) };
        values
            .iter()
            .map(|&value| Tick {
                at: self.fraction(value),
                label: label(value),
            })
            .collect()
    }

    fn linear_ticks(&self) -> Vec<f64> {
        let step = nice_step(self.high / TICKS - self.low / TICKS);
        let first = (self.low / step).ceil();
        let values = (0..=2 * TICKS as i32).map(|index| (first + f64::from(index)) * step);
        values
            .filter(|value| (self.low..=self.high).contains(value))
            .collect()
    }

    fn log_ticks(&self) -> Vec<f64> {
        if !self.few.is_empty() {
            return self.few.clone();
        }
        let digits: [(&[u32], usize); 3] = [
            (&[1, 2, 5], LEAST_TICKS),
            (&[1], LEAST_TICKS),
            // These less familiar digits are only worth it if at least three fit.
            (&[1, 2, 3, 4, 5, 6, 7, 8, 9], 3),
        ];
        let choices = digits.map(|(digits, least)| (self.multiples(digits), least));
        let enough = choices.into_iter().find_map(|(values, least)| {
            let fits = (least..=MOST_TICKS).contains(&values.len());
            fits.then_some(values)
        });
        let zero = (self.start > 0.0).then_some(0.0);
        zero.into_iter()
            .chain(enough.unwrap_or_else(|| self.between()))
            .collect()
    }

    /// Ticks at round numbers, for a logarithmic axis that is too short for three one-digit multiples of powers of ten.
    fn between(&self) -> Vec<f64> {
        let (low, high) = (libm::exp10(self.low), libm::exp10(self.high));
        Ruler {
            scale: &Scale::Linear,
            low,
            high,
            start: 0.0,
            few: Vec::new(),
        }
        .linear_ticks()
    }

    /// All numbers d·10^k on the axis with d in `digits`; if there are many decades, only every few.
    fn multiples(&self, digits: &[u32]) -> Vec<f64> {
        let decades = (self.low.floor() as i32)..=(self.high.ceil() as i32);
        let stride = ((self.high - self.low) / MOST_DECADES).ceil().max(1.0) as i32;
        let kept = decades.filter(|decade| decade.rem_euclid(stride) == 0);
        let values = kept.flat_map(|decade| {
            digits
                .iter()
                .map(move |&digit| f64::from(digit) * libm::exp10(f64::from(decade)))
        });
        values
            .filter(|&value| {
                value > 0.0 && (0.0..=1.0).contains(&self.position(libm::log10(value)))
            })
            .collect()
    }
}

/// Approximate number of ticks that a linear axis should have.
const TICKS: f64 = 8.0;

/// Least number of ticks of a logarithmic axis; and (next constant) the largest.
const LEAST_TICKS: usize = 2;
const MOST_TICKS: usize = 10;

/// Number of decades on a logarithmic axis beyond which not every one is labelled.
const MOST_DECADES: f64 = 8.0;

fn linear_ends(values: &[f64], padding: f64) -> (f64, f64) {
    let Some((low, high)) = ends(values.iter().copied()) else {
        return (0.0, 1.0);
    };
    // An axis that begins close to zero is extended to zero, so that heights can be compared, unless a third of it would be empty.
    let low = if low > 0.0 && low <= high / 3.0 {
        0.0
    } else {
        low
    };
    let span = if is_one_value(low, high) {
        high.abs().max(1.0)
    } else {
        high * padding - low * padding
    };
    // Padding above the usual is for boxes, which also need it at zero.
    let below = if low == 0.0 && padding <= PADDING {
        0.0
    } else {
        low - span
    };
    (below.max(f64::MIN), (high + span).min(f64::MAX))
}

fn log_ends(values: &[f64], padding: f64) -> (f64, f64) {
    let logarithms = values
        .iter()
        .filter(|value| **value > 0.0)
        .map(|&value| libm::log10(value));
    let (low, high) = ends(logarithms).unwrap_or((0.0, 1.0));
    let span = ((high - low) * padding).max(0.05);
    let span = if high - low < SAME { 0.4 } else { span };
    (low - span, high + span)
}

/// Relative difference up to which values are considered equal: an axis between them would show only rounding.
const SAME: f64 = 1e-9;

fn is_one_value(low: f64, high: f64) -> bool {
    low == high || high / 2.0 - low / 2.0 <= SAME * low.abs().max(high.abs()) / 2.0
}

fn ends(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let low = values.clone().reduce(f64::min)?;
    Some((low, values.reduce(f64::max)?))
}

/// Smallest number at least `rough` that is 1, 2 or 5 times a power of ten.
fn nice_step(rough: f64) -> f64 {
    let magnitude = libm::exp10(libm::log10(rough).floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * magnitude);
    steps
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(rough)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        Ruler::new(axis, values, PADDING)
            .ticks()
            .into_iter()
            .map(|tick| tick.label)
            .collect()
    }

    #[test]
    fn log_ticks_are_plain_numbers_up_to_1e5_and_powers_above() {
        assert_eq!(
            labels(&Axis::log(""), &[1.0, 1000.0]),
            ["1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"]
        );
        assert_eq!(
            labels(&Axis::log(""), &[1.0, 1e5]),
            ["1", "10", "100", "1000", "10000", "100000"]
        );
        assert_eq!(
            labels(&Axis::log(""), &[1.0, 1e6]),
            ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"]
        );
    }

    #[test]
    fn few_integers_on_a_logarithmic_axis_have_a_tick_each() {
        let (axis, values) = (Axis::log("passes"), [8.0, 1.0, 4.0, 1.0, 2.0]);
        let labels = |values: &[f64]| {
            let ticks = Ruler::new(&axis, values, 0.0).with_ticks_at(values).ticks();
            ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>()
        };
        assert_eq!(labels(&values), ["1", "2", "4", "8"]);
        assert_eq!(labels(&[1.0, 1.234567, 10.0])[..2], ["1", "2"]);
    }

    #[test]
    fn a_short_logarithmic_axis_still_has_three_ticks() {
        assert_eq!(labels(&Axis::log(""), &[30.0, 300.0]), ["50", "100", "200"]);
        assert!(labels(&Axis::log(""), &[0.99, 1.0]).len() >= 3);
        assert!(labels(&Axis::log(""), &[5.0]).len() >= 3);
    }

    #[test]
    fn values_that_differ_by_rounding_do_not_stretch_an_axis() {
        for axis in [Axis::linear(""), Axis::log("")] {
            let labels = labels(&axis, &[1.0, 1.0 + f64::EPSILON]);
            let different: std::collections::BTreeSet<&String> = labels.iter().collect();
            assert!(
                labels.len() >= 3 && different.len() == labels.len(),
                "{labels:?}"
            );
        }
    }

    #[test]
    fn ticks_are_thinned_on_an_axis_of_many_decades() {
        let ticks = labels(&Axis::log(""), &[f64::MIN_POSITIVE, f64::MAX]);
        assert!((4..=10).contains(&ticks.len()), "{ticks:?}");
    }

    #[test]
    fn zero_on_a_log_axis_is_drawn_below_the_smallest_positive_value() {
        let axis = Axis::log("");
        let ruler = Ruler::new(&axis, &[0.0, 0.01, 1.0], PADDING);
        assert_eq!(
            ruler.ticks()[0],
            Tick {
                at: FLOOR,
                label: "0".into()
            }
        );
        assert!(ruler.fraction(0.01) > FIRST_DECADE && ruler.floor_ends().is_some());
        assert!(
            Ruler::new(&axis, &[0.01, 1.0], PADDING)
                .floor_ends()
                .is_none()
        );
    }

    #[test]
    fn linear_ticks_are_round() {
        assert_eq!(
            labels(&Axis::linear(""), &[0.0, 1.0]),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(
            labels(&Axis::linear(""), &[0.0, 5e6]),
            ["0", "10⁶", "2·10⁶", "3·10⁶", "4·10⁶", "5·10⁶"]
        );
    }

    #[test]
    fn extreme_values_are_positioned_within_the_axis() {
        for values in [
            vec![f64::MIN, f64::MAX],
            vec![0.0],
            vec![],
            vec![f64::MAX],
            vec![5e-324],
            vec![1e16, 1e16 + 2.0],
        ] {
            for axis in [Axis::linear(""), Axis::log("")] {
                let ruler = Ruler::new(&axis, &values, PADDING);
                let places = values
                    .iter()
                    .map(|value| ruler.fraction(*value))
                    .chain(ruler.ticks().into_iter().map(|tick| tick.at));
                for place in places {
                    assert!((0.0..=1.0).contains(&place), "{values:?} {axis:?}: {place}");
                }
            }
        }
    }
}
