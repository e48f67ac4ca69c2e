//! Measures the invariants of a run on exact features, in integers.

use super::run_invariants::Invariants;
use crate::sample::{Features, Label, Quantity, Rational, Separator};

/// A fraction: its numerator, and its positive denominator.
type PositiveFraction = (i128, i128);

/// The extremes that [`Invariants`] describes, over the updates so far, in units of the features.
#[derive(Clone)]
struct ExactExtremes {
    progress_least: Option<PositiveFraction>,
    norm_growth_most: Option<PositiveFraction>,
    increment_most: i128,
    hull_norm_least: PositiveFraction,
}

/// Measures the [`Invariants`] of a run from its integer weights after every update.
pub(crate) struct ExactObserver<'a> {
    features: &'a Features,
    labels: &'a [Label],
    direction: Option<Vec<i64>>,
    weights: Vec<i64>,
    norm_squared: i128,
    /// Value that ‖w‖² must have after the updates s so far: Σ ‖x_s‖² + 2·y_s⟨w_s, x_s⟩.
    expected_norm: i128,
    failures: u64,
    updates: i128,
    extremes: Option<ExactExtremes>,
    overflowed: bool,
}

impl<'a> ExactObserver<'a> {
    pub(crate) fn new(
        features: &'a Features,
        labels: &'a [Label],
        planted: Option<&Separator>,
    ) -> Self {
        let direction = match planted {
            Some(Separator::Integers(direction) | Separator::Affine(direction, _)) => {
                Some(direction.clone())
            }
            Some(Separator::Dense(_)) | None => None,
        };
        let weights = vec![0; features.dimension()];
        Self {
            features,
            labels,
            direction,
            weights,
            norm_squared: 0,
            expected_norm: 0,
            failures: 0,
            updates: 0,
            extremes: None,
            overflowed: false,
        }
    }

    pub(crate) fn observe(&mut self, example: usize, weights: Option<Vec<i64>>) {
        let seen = weights.and_then(|weights| self.take(example, weights));
        self.overflowed |= seen.is_none();
    }

    /// Measures one update, on the example with this index and with the weights after it; `None` if a number exceeds its range.
    fn take(&mut self, example: usize, weights: Vec<i64>) -> Option<()> {
        let row = self.features.integer_row(example)?;
        let margin =
            dot(&self.weights, &row)?.checked_mul(i128::from(self.labels[example].sign()))?;
        let norm_squared = dot(&weights, &weights)?;
        self.expected_norm = self
            .expected_norm
            .checked_add(dot(&row, &row)?)?
            .checked_add(margin.checked_mul(2)?)?;
        self.failures += u64::from(norm_squared != self.expected_norm);
        self.updates += 1;
        let seen = ExactExtremes {
            progress_least: self.direction.as_ref().map_or(Some(None), |u| {
                dot(&weights, u).map(|score| Some((score, self.updates)))
            })?,
            norm_growth_most: (self.updates > 1).then_some((norm_squared, self.updates)),
            increment_most: norm_squared - self.norm_squared,
            hull_norm_least: (norm_squared, self.updates.checked_mul(self.updates)?),
        };
        self.extremes = Some(match &self.extremes {
            Some(extremes) => extremes.with(seen)?,
            None => seen,
        });
        (self.weights, self.norm_squared) = (weights, norm_squared);
        Some(())
    }

    fn planted_least(&self) -> Option<i128> {
        let direction = self.direction.as_ref()?;
        let scores = self.labels.iter().enumerate().map(|(i, label)| {
            Some(self.features.exact_dot(i, direction)? * i128::from(label.sign()))
        });
        scores.collect::<Option<Vec<i128>>>()?.into_iter().min()
    }

    pub(crate) fn invariants(self) -> Option<Invariants> {
        let extremes = self.extremes.clone().filter(|_| !self.overflowed)?;
        let unit = self.features.unit();
        let quantity = |(numerator, denominator): PositiveFraction, unit: &Rational| {
            Quantity::exact(&Rational::from_big(numerator.into(), denominator.into()) * unit)
        };
        let square = unit.square();
        Some(Invariants {
            planted_least: self
                .planted_least()
                .map(|least| quantity((least, 1), &unit)),
            progress_least: extremes.progress_least.map(|least| quantity(least, &unit)),
            // The denominator is t itself.
            norm_growth_most: extremes
                .norm_growth_most
                .map(|growth| (quantity(growth, &square), growth.1 as u64)),
            increment_most: quantity((extremes.increment_most, 1), &square),
            hull_norm_least: quantity(extremes.hull_norm_least, &square),
            norm_identity_failures: Some(self.failures),
        })
    }
}

impl ExactExtremes {
    fn with(&self, seen: Self) -> Option<Self> {
        let progress_least = match (self.progress_least, seen.progress_least) {
            (Some(old), Some(new)) => Some(least(old, new)?),
            (old, new) => old.or(new),
        };
        let norm_growth_most = match (self.norm_growth_most, seen.norm_growth_most) {
            // Of several equally large values, keep the first.
            (Some(old), Some(new)) if least(new, old)? == new => Some(old),
            (old, new) => new.or(old),
        };
        let hull_norm_least = least(self.hull_norm_least, seen.hull_norm_least)?;
        Some(Self {
            progress_least,
            norm_growth_most,
            increment_most: self.increment_most.max(seen.increment_most),
            hull_norm_least,
        })
    }
}

fn least(a: PositiveFraction, b: PositiveFraction) -> Option<PositiveFraction> {
    Some(if a.0.checked_mul(b.1)? <= b.0.checked_mul(a.1)? {
        a
    } else {
        b
    })
}

fn dot(a: &[i64], b: &[i64]) -> Option<i128> {
    a.iter().zip(b).try_fold(0i128, |sum, (&x, &y)| {
        sum.checked_add(i128::from(x) * i128::from(y))
    })
}
