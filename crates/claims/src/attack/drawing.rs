//! Draws random samples of the kinds that claims need: numbers, votes of signs, or vectors of norm 1.

use super::units::{COMMON, unit};
use super::{Candidate, Space};
use perceptron::seed::Stream;

/// The kinds of samples that are drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawing {
    /// Small numbers, labelled by a random direction.
    Numbers,
    /// Signs, labelled by the majority of an odd number of them.
    Majority,
    /// Zeros and ones, labelled by the disjunction of some of them.
    Disjunction,
    /// Vectors of norm 1, labelled by a random direction.
    Units,
}

impl Drawing {
    /// A sample of the kind with one change, after which it is of this kind no more.
    pub(super) fn spoiled(self, candidate: Candidate) -> Candidate {
        match self {
            Self::Numbers => candidate,
            Self::Majority | Self::Disjunction => candidate.without_vote(),
            Self::Units => Candidate {
                denominator: 2 * candidate.denominator,
                ..candidate
            },
        }
    }
}

/// A random sample.
pub(super) fn random(
    drawing: Drawing,
    dimension: usize,
    space: &Space,
    stream: &mut Stream,
) -> Candidate {
    let examples = 1 + stream.below(space.examples);
    let largest = match drawing {
        Drawing::Numbers | Drawing::Units => space.largest.min(1 << (1 + stream.below(10))),
        Drawing::Majority | Drawing::Disjunction => 1,
    };
    let values: Vec<i64> = match drawing {
        Drawing::Units => (0..examples)
            .flat_map(|_| unit(dimension, stream))
            .collect(),
        _ => numbers(drawing, examples * dimension, largest, stream),
    };
    let separator: Vec<i64> = match drawing {
        Drawing::Numbers | Drawing::Units => numbers(drawing, dimension, largest, stream),
        Drawing::Majority => voters(2 * stream.below(dimension.div_ceil(2)) + 1, dimension),
        Drawing::Disjunction => voters(1 + stream.below(dimension), dimension),
    };
    let label = |row: &[i64]| if dot(row, &separator) > 0.0 { 1 } else { -1 };
    Candidate {
        dimension,
        labels: values.chunks(dimension).map(label).collect(),
        values,
        denominator: if drawing == Drawing::Units { COMMON } else { 1 },
        separator: Some(separator).filter(|u| u.iter().any(|u| *u != 0)),
    }
}

/// Random numbers of a kind of samples, the largest of them at most `largest`.
fn numbers(drawing: Drawing, many: usize, largest: i64, stream: &mut Stream) -> Vec<i64> {
    let number = |_| match drawing {
        Drawing::Majority => 2 * stream.below(2) as i64 - 1,
        Drawing::Disjunction => stream.below(2) as i64,
        Drawing::Numbers | Drawing::Units => {
            stream.below(2 * largest as usize + 1) as i64 - largest
        }
    };
    (0..many).map(number).collect()
}

/// The separator with the weight 1 for the first `voters` of all features.
fn voters(voters: usize, dimension: usize) -> Vec<i64> {
    (0..dimension)
        .map(|place| i64::from(place < voters))
        .collect()
}

pub(super) fn dot(row: &[i64], direction: &[i64]) -> f64 {
    let pairs = row.iter().zip(direction);
    pairs.map(|(x, u)| *x as f64 * *u as f64).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::attack::Changes;
    use perceptron::seed::Seed;
    use std::collections::BTreeSet;

    /// A small space, for tests of moves.
    pub(in crate::attack) const SPACE: Space = Space {
        examples: 5,
        first_examples: 5,
        largest: 20,
        changes: Changes::All,
    };

    #[test]
    fn random_samples_have_numbers_of_both_signs_and_stay_in_the_space() {
        let mut stream = Seed::root(1).stream();
        let mut signs = BTreeSet::new();
        for _ in 0..50 {
            let candidate = random(Drawing::Numbers, 2, &SPACE, &mut stream);
            assert!(candidate.largest() <= 20 && (1..=5).contains(&candidate.examples()));
            signs.extend(candidate.values.iter().map(|value| value.signum()));
        }
        assert_eq!(signs, [-1, 0, 1].into());
    }
}
