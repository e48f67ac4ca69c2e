//! Counts the labelings of a sample's points that some vector realises, and says how the points lie.

use super::{Record, columns};
use num_rational::BigRational;
use perceptron::margin::{Separability, dependency, interpolate, is_general, separability};
use perceptron::sample::{Label, Rational, Sample};

/// The most points of which all labelings are tried: 2¹¹ of them, up to a change of all signs.
const MOST_POINTS: usize = 12;

/// Fills the columns of points and their labelings, where they are asked for and the points are exact.
pub(super) fn measure(record: &mut Record, sample: &Sample) {
    if !sample.features.is_exact() {
        return;
    }
    if record.asks(columns::DICHOTOMIES) && sample.labels.len() <= MOST_POINTS {
        record.set(columns::DICHOTOMIES, count(sample));
    }
    if record.asks(columns::INDEPENDENT) {
        let found = dependency(&sample.features);
        record.set(columns::INDEPENDENT, found.is_none());
        let words = found.map(|a| {
            a.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        });
        record.set(columns::DEPENDENCY, words);
        record.set(columns::GENERAL_POSITION, is_general(&sample.features));
        record.set(columns::LABELS_ATTAINED, attains_labels(sample));
    }
}

/// Whether θ·x_i = y_i has a solution: it is found in fractions, and put in.
fn attains_labels(sample: &Sample) -> bool {
    let labels: Vec<i64> = sample.labels.iter().map(|label| label.sign()).collect();
    let Some(solution) = interpolate(&sample.features, &labels) else {
        return false;
    };
    let score = |row: Vec<Rational>| {
        row.iter()
            .zip(&solution)
            .map(|(x, w)| &x.0 * w)
            .sum::<BigRational>()
    };
    let is_right = |(example, &label): (usize, &i64)| {
        sample.features.exact_row(example).map(score)
            == Some(BigRational::from_integer(label.into()))
    };
    labels.iter().enumerate().all(is_right)
}

/// The labelings that some vector realises strictly, each decided with its certificate. The first label is +1: w realises y where −w realises −y.
fn count(sample: &Sample) -> Option<u64> {
    let examples = sample.labels.len();
    let mut realized = 0;
    for signs in 0..1_u64 << examples.saturating_sub(1) {
        let labels = (0..examples)
            .map(|example| Label::of_sign(example == 0 || signs >> (example - 1) & 1 == 1))
            .collect();
        match separability(&Sample {
            features: sample.features.clone(),
            labels,
            planted: None,
        }) {
            Separability::Separable(_) => realized += 2,
            Separability::NotSeparable(_) => {}
            Separability::Open { .. } => return None,
        }
    }
    Some(realized)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::sample::{Features, Integers};

    fn dichotomies(dimension: usize, values: Vec<i64>) -> Option<u64> {
        let labels = vec![Label::Negative; values.len() / dimension];
        count(&Sample {
            features: Features::Integers(Integers::new(dimension, values, 1)),
            labels,
            planted: None,
        })
    }

    #[test]
    fn points_in_general_position_have_covers_number_and_others_fewer() {
        for (examples, dimension, expected) in [
            (4, 2, 8),
            (6, 2, 12),
            (6, 3, 32),
            (7, 3, 44),
            (8, 3, 58),
            (7, 4, 84),
        ] {
            let curve = (1..=examples)
                .flat_map(|t: i64| (0..dimension as u32).map(move |power| t.pow(power)))
                .collect();
            assert_eq!(
                dichotomies(dimension, curve),
                Some(expected),
                "{examples} {dimension}"
            );
        }
        assert_eq!(
            dichotomies(3, vec![1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 2, 3]),
            Some(20)
        );
        assert_eq!(dichotomies(2, vec![1, 0, 0, 0]), Some(0));
    }
}
