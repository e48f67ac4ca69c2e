//! Measures the position of the points of a sample: dependencies among them, and whether some vector has the labels as scores.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use num_rational::BigRational;
use perceptron::margin::{dependency, interpolate, is_general};
use perceptron::sample::{Rational, Sample};

columns! {
    /// Whether the points are linearly independent.
    INDEPENDENT: bool = "independent" in "";
    /// Integers a, one per point, with Σ a·x = 0; empty for independent points.
    DEPENDENCY: String = "dependency" in "";
    /// Whether any d of the points, or all if there are fewer, are independent.
    GENERAL_POSITION: bool = "general_position" in "";
    /// Whether some vector has the labels as scores, θ·x_i = y_i for all i, in exact fractions.
    LABELS_ATTAINED: bool = "labels_attained" in "";
}

/// Measures whether the points of an exact sample are linearly independent or in general position, and whether some vector has the labels as scores.
pub(super) struct Position;

impl Measurement for Position {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        if !sample.features.is_exact() {
            return None;
        }
        let words = |multipliers: Vec<_>| {
            let words = multipliers.iter().map(ToString::to_string);
            words.collect::<Vec<_>>().join(" ")
        };
        let dependency = dependency(&sample.features).map(words);
        let is_general = is_general(&sample.features);
        let attains_labels = attains_labels(sample);
        Some(Box::new(move |record| {
            record.set(columns::INDEPENDENT, dependency.is_none());
            record.set(columns::DEPENDENCY, dependency.clone());
            record.set(columns::GENERAL_POSITION, is_general);
            record.set(columns::LABELS_ATTAINED, attains_labels);
        }))
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

/// Whether some θ has θ·x_i = y_i for all examples; the solution is computed in fractions and then substituted.
fn attains_labels(sample: &Sample) -> bool {
    let labels: Vec<i64> = sample.labels.iter().map(|label| label.sign()).collect();
    let Some(solution) = interpolate(&sample.features, &labels) else {
        return false;
    };
    let score = |row: Vec<Rational>| {
        row.iter()
            .zip(&solution)
            .map(|(x, w)| x.to_big() * w)
            .sum::<BigRational>()
    };
    let is_right = |(example, &label): (usize, &i64)| {
        sample.features.exact_row(example).map(score)
            == Some(BigRational::from_integer(label.into()))
    };
    labels.iter().enumerate().all(is_right)
}
