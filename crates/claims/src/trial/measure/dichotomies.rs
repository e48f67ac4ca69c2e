//! Counts the labelings of a sample's points that some vector realizes.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use perceptron::cancellation;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Label, Sample};

/// The largest number of points whose labelings are all tried: 2¹¹ labelings, because changing all signs gives nothing new.
const MOST_POINTS: usize = 12;

columns! {
    /// Labelings of the sample's points that some vector realizes strictly.
    DICHOTOMIES: u64 = "dichotomies" in "labelings";
}

/// Measures how many labelings of a sample's points some weight vector realizes, by deciding each labelling, for a few exact points.
pub(super) struct Dichotomies;

impl Measurement for Dichotomies {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        let countable = sample.features.is_exact() && sample.labels.len() <= MOST_POINTS;
        let counted = countable.then(|| count(sample)).flatten();
        Some(Box::new(move |record| {
            record.set(columns::DICHOTOMIES, counted);
        }))
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

/// Counts the labelings of a sample's points that some weight vector realizes strictly, each decided with a certificate; `None` if one stays
/// undecided. The first label is fixed to +1, and every labelling found counts twice, because −w realizes −y whenever w realizes y.
fn count(sample: &Sample) -> Option<u64> {
    let examples = sample.labels.len();
    let mut realized = 0;
    for signs in 0..1_u64 << examples.saturating_sub(1) {
        cancellation::check();
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
    fn dichotomies_match_covers_count_only_in_general_position() {
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
