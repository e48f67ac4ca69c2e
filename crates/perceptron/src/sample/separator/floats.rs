//! Finds the least margins of a direction among float scores, each with its enclosure.

use crate::sample::dense::{Dense, dot_bounds};
use crate::sample::{Features, Label, Margins, Quantity, Sample, dot, min_max};

/// The margins of a direction, not necessarily a unit vector, on a sample with at least one example, computed from float scores.
pub(super) fn float_margins(direction: &[f64], sample: &Sample) -> Margins {
    let length_squared = dot_bounds(direction, direction);
    let (plain, normalized) = match &sample.features {
        Features::Dense(store) => smallest_of_dense(direction, store, &sample.labels),
        features => {
            let score = |example: usize| dot_bounds(&features.row(example), direction);
            smallest(sample, score)
        }
    };
    let length = length_squared.value.sqrt();
    let square = |smallest: &Smallest| Some(smallest.square()?.over(&length_squared));
    Margins {
        margin: plain.ratio() / length,
        margin_squared: square(&plain),
        normalized_margin: normalized.ratio() / length,
        normalized_margin_squared: square(&normalized),
    }
}

/// The smallest y⟨u, x⟩ over the examples, and the smallest y⟨u, x⟩/‖x‖; `score` returns ⟨u, x⟩ of an example.
fn smallest(sample: &Sample, score: impl Fn(usize) -> Quantity) -> (Smallest, Smallest) {
    let (mut plain, mut normalized) = (Smallest::default(), Smallest::default());
    for (example, label) in sample.labels.iter().enumerate() {
        let score = signed(score(example), label.sign());
        normalized.take(&score, &sample.features.norm_squared(example));
        plain.take(&score, &Quantity::float(1.0));
    }
    (plain, normalized)
}

/// Like [`smallest`], but for a dense store, and encloses only the scores that could be the smallest within rounding.
fn smallest_of_dense(direction: &[f64], store: &Dense, labels: &[Label]) -> (Smallest, Smallest) {
    let (mut plain, mut normalized) = (Smallest::default(), Smallest::default());
    let mut scores = store.scores(direction);
    let signed_scores = scores.iter_mut().zip(labels);
    signed_scores.for_each(|(score, label)| *score *= label.value());
    let squares = store.squares().iter();
    let flatnesses: Vec<f64> = scores.iter().zip(squares).map(flatness).collect();
    let [least, flattest] = bounds(direction, store, &scores, &flatnesses);
    // NaN counts as within every bound, so that no NaN is skipped.
    let is_within = |number: f64, bound: f64| number <= bound || number.is_nan();
    let score = store.bounded_score(direction);
    for (example, (&found, &flatness)) in scores.iter().zip(&flatnesses).enumerate() {
        let (is_least, is_flattest) = (is_within(found, least), is_within(flatness, flattest));
        if is_least || is_flattest {
            let score = signed(score(example), labels[example].sign());
            if is_least {
                plain.take(&score, &Quantity::float(1.0));
            }
            if is_flattest {
                normalized.take(&score, &store.norm_squared(example));
            }
        }
    }
    (plain, normalized)
}

/// A number that orders examples like score/‖x‖, computed without a root from the signed score y⟨u, x⟩ and ‖x‖².
fn flatness((score, square): (&f64, &f64)) -> f64 {
    score * score.abs() / square
}

/// Squared norms in this range neither overflow nor underflow when they are multiplied or divided.
const TAME: std::ops::RangeInclusive<f64> = 1e-100..=1e100;

/// Two upper bounds, on the score and on the [`flatness`]: an example above a bound certainly does not have the smallest one, despite rounding.
fn bounds(direction: &[f64], store: &Dense, scores: &[f64], flatnesses: &[f64]) -> [f64; 2] {
    let length = dot(direction, direction).sqrt();
    let is_tame = |tame: bool, square: &f64| tame & TAME.contains(square);
    // Tests all of them without stopping early, so that the loop can be vectorized.
    if !store.squares().iter().fold(TAME.contains(&length), is_tame) {
        return [f64::INFINITY; 2];
    }
    let least = |numbers: &[f64]| min_max([f64::INFINITY; 2], numbers)[0];
    let (shortest, flattest) = (least(scores), least(flatnesses));
    // An enclosure is off by at most (d + 3)ε‖u‖‖x‖.
    let within = 16.0 * (direction.len() as f64 + 4.0) * f64::EPSILON * length;
    let longest = store.largest_square().sqrt();
    let ratio = flattest.abs().sqrt().copysign(flattest) + within;
    [shortest + within * longest, ratio * ratio.abs()]
}

fn signed(score: Quantity, sign: i64) -> Quantity {
    if sign > 0 {
        return score;
    }
    Quantity {
        value: -score.value,
        // A change of sign swaps the ends.
        lower: -score.upper,
        upper: -score.lower,
        exact: None,
    }
}

/// The smallest ratio score/√scale of the examples given to [`Smallest::take`], with an enclosure of its square while every score is positive.
struct Smallest {
    ratio: f64,
    /// The square of the ratio, and a lower and an upper bound on this square.
    square: [f64; 3],
    all_positive: bool,
}

impl Default for Smallest {
    fn default() -> Self {
        Self {
            ratio: f64::INFINITY,
            square: [f64::INFINITY; 3],
            all_positive: true,
        }
    }
}

impl Smallest {
    fn take(&mut self, score: &Quantity, scale: &Quantity) {
        let ratio = if scale.value > 0.0 {
            score.value / scale.value.sqrt()
        } else {
            0.0
        };
        self.ratio = self.ratio.min(ratio);
        self.all_positive &= score.lower > 0.0;
        // Once a score may be negative, squares no longer bound anything.
        if self.all_positive {
            let lower = (score.lower * score.lower).next_down() / scale.upper;
            let upper = (score.upper * score.upper).next_up() / scale.lower;
            let square = score.value * score.value / scale.value;
            let found = [square, lower.next_down(), upper.next_up()];
            for (least, found) in self.square.iter_mut().zip(found) {
                *least = least.min(found);
            }
        }
    }

    /// The smallest ratio; 0 if there was no example.
    fn ratio(&self) -> f64 {
        if self.ratio.is_finite() {
            self.ratio
        } else {
            0.0
        }
    }

    /// The square of the smallest ratio with its enclosure; `None` unless all scores are certainly positive.
    fn square(&self) -> Option<Quantity> {
        let [value, lower, upper] = self.square;
        (self.all_positive && value.is_finite()).then_some(Quantity {
            value,
            lower,
            upper,
            exact: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rows whose margins are often equal, or differ slightly.
    fn rows() -> impl Strategy<Value = (usize, Vec<f64>)> {
        let entry = prop_oneof![
            4 => (-2..3_i32).prop_map(f64::from),
            2 => (-2..3_i32, 0..4_i64).prop_map(|(x, off)| f64::from(x) + off as f64 * f64::EPSILON),
            2 => -1.0..1.0_f64,
            1 => prop_oneof![Just(1e-120), Just(1e-160), Just(-3e-162), Just(2e160)],
        ];
        (1..5_usize).prop_flat_map(move |dimension| {
            let values = prop::collection::vec(entry.clone(), dimension..12 * dimension);
            (Just(dimension), values)
        })
    }

    proptest! {
        #[test]
        fn skipped_examples_never_have_the_smallest_margin(
            (dimension, mut values) in rows(),
            direction in prop::collection::vec(-1.0..1.0_f64, 4),
            is_axis: bool,
        ) {
            let examples = values.len() / dimension;
            values.truncate(examples * dimension);
            let mut direction = direction[..dimension].to_vec();
            if is_axis {
                direction[1..].fill(0.0);
            }
            let store = Dense::new(dimension, values);
            // Most labels are right, so that there are squares to enclose.
            let label = |(example, score): (usize, f64)| Label::of_sign((score >= 0.0) == (example % 7 != 6));
            let labels: Vec<Label> = store.scores(&direction).into_iter().enumerate().map(label).collect();
            let found = smallest_of_dense(&direction, &store, &labels);
            let score = store.bounded_score(&direction);
            let sample = Sample { features: Features::Dense(store.clone()), labels, planted: None };
            let due = smallest(&sample, score);
            for (found, due) in [(found.0, due.0), (found.1, due.1)] {
                prop_assert_eq!(found.ratio(), due.ratio());
                prop_assert_eq!(found.square(), due.square());
            }
        }
    }
}
