//! Counts the labelings of a sample's points that some vector realises, and says how the points lie.

use super::{Measure, Record, columns};
use num_rational::BigRational;
use perceptron::limit;
use perceptron::margin::{Separability, dependency, interpolate, is_general, separability};
use perceptron::sample::{Label, Rational, Sample};
use std::collections::BTreeSet;

/// The most points of which all labelings are tried: 2¹¹ of them, up to a change of all signs.
const MOST_POINTS: usize = 12;

/// How points lie, and how many of their labelings are realised; missing where it was not asked, or the points are not exact.
#[derive(Debug, Default)]
pub(super) struct Position {
    dichotomies: Option<u64>,
    lies: Option<Lies>,
}

#[derive(Debug)]
struct Lies {
    dependency: Option<String>,
    is_general: Option<bool>,
    attains_labels: bool,
}

impl Position {
    /// Of the points of a sample, with as much as is asked for.
    pub(super) fn of(sample: &Sample, measures: &BTreeSet<Measure>) -> Self {
        let asked = |measure| sample.features.is_exact() && measures.contains(&measure);
        let countable = asked(Measure::Dichotomies) && sample.labels.len() <= MOST_POINTS;
        Self {
            dichotomies: if countable { count(sample) } else { None },
            lies: asked(Measure::Position).then(|| Lies::of(sample)),
        }
    }

    /// Fills the columns of points and their labelings.
    pub(super) fn describe(&self, record: &mut Record) {
        record.set(columns::DICHOTOMIES, self.dichotomies);
        let Some(lies) = &self.lies else { return };
        record.set(columns::INDEPENDENT, lies.dependency.is_none());
        record.set(columns::DEPENDENCY, lies.dependency.clone());
        record.set(columns::GENERAL_POSITION, lies.is_general);
        record.set(columns::LABELS_ATTAINED, lies.attains_labels);
    }
}

impl Lies {
    fn of(sample: &Sample) -> Self {
        let words = |multipliers: Vec<_>| {
            let words = multipliers.iter().map(ToString::to_string);
            words.collect::<Vec<_>>().join(" ")
        };
        Self {
            dependency: dependency(&sample.features).map(words),
            is_general: is_general(&sample.features),
            attains_labels: attains_labels(sample),
        }
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
            .map(|(x, w)| x.to_big() * w)
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
        limit::check();
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
