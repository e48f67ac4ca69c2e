//! Runs the exact perceptron on the samples of reference runs, and compares updates and final weights bit for bit; docs/conform.md describes the
//! format.
//!
//! The module builds its own variant and reads no spec, so that an agreement is evidence about the learning loop alone. A run without a clean pass,
//! or whose weights leave 64 bits, has a [`Departure`] of its own kind.

mod natural;
mod reference;
mod write;

pub use natural::natural_order;
pub use reference::{Malformed, ReferenceFraction, sample, updates, weights};
pub use write::{ReferenceRun, Unwritable};

use crate::learn::rule::Perceptron;
use crate::learn::{
    Arithmetic, Counts, HypothesisKind, Learner, MOST_UPDATES, Offset, Order, Rule, RunResult,
    Stop, StopReason, Variant,
};
use crate::sample::{Features, Rational, Sample, TestTies, Ties};
use crate::seed::Seed;

/// Result of running the exact perceptron on the sample of a reference run.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactRun {
    /// Counts of the run.
    pub counts: Counts,
    /// Why the run stopped.
    pub reason: StopReason,
    /// Index of the example of every update, from 0, in order.
    pub updates: Vec<usize>,
    /// Final weights of the run, the bias first, as numerators over `denominator`; `None` if they left 64 bits.
    pub weights: Option<Vec<i64>>,
    /// The common denominator of features and weights.
    pub denominator: i64,
}

/// How a run of this program differs from the reference run on the same sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Departure {
    /// The run did not end with a clean pass, so it has no final weights.
    NotConverged(StopReason),
    /// The final weights of the run outgrew 64 bits.
    OutOfRange,
    /// The first update that differs; `found` or `expected` is `None` if that run has no more updates.
    Update {
        /// Number of the update, from 1.
        number: usize,
        /// Index of the example of the run's update, from 0.
        found: Option<usize>,
        /// Index of the example of the reference's update, from 0.
        expected: Option<usize>,
    },
    /// The first coordinate of the final weights that differs; coordinate 0 is the bias.
    Weight {
        /// Index of the coordinate, from 0.
        coordinate: usize,
        /// Weight of the run at this coordinate.
        found: Rational,
        /// Weight of the reference run at this coordinate.
        expected: Rational,
    },
}

/// Returns the number of updates after which a run on this sample is stopped, unless the user asks for more. A sample that needs more updates is
/// hardly separable.
///
/// A pass may make as little as one update, so the number is chosen for passes: as many as take less than a minute, at least 20000.
pub fn patience(sample: &Sample) -> u64 {
    let entries = (sample.labels.len() * sample.features.dimension()).max(1) as u64;
    (64_000_000_000 / entries).clamp(20_000, MOST_UPDATES)
}

/// Runs the exact perceptron from w = 0 over cyclic passes until a pass is clean, or until `most_updates` updates are made.
///
/// The sample is one that [`sample`] read: exact integers with the bias among the features.
pub fn run(sample: &Sample, ties: Ties, most_updates: u64) -> ExactRun {
    let variant = variant(ties, most_updates);
    let learned = Learner::new(&variant, sample, Seed::root(0)).map(|learner| learner.run(None));
    let denominator = if let Features::Integers(store) = &sample.features {
        store.denominator()
    } else {
        1
    };
    match learned {
        Ok(RunResult {
            counts,
            reason,
            hypothesis,
            updates,
            ..
        }) => {
            let weights = hypothesis.and_then(|hypothesis| {
                hypothesis
                    .linear()
                    .and_then(|linear| linear.integers.clone())
            });
            ExactRun {
                counts,
                reason,
                updates,
                weights,
                denominator,
            }
        }
        Err(_) => ExactRun {
            counts: Counts::default(),
            reason: StopReason::OutOfRange,
            updates: Vec::new(),
            weights: None,
            denominator,
        },
    }
}

/// Returns the learner configuration of the reference runs, which draws nothing at random.
fn variant(ties: Ties, most_updates: u64) -> Variant {
    Variant {
        rule: Rule::Perceptron(Perceptron {}),
        order: Order::Cyclic,
        stop: Some(Stop::Updates(most_updates)),
        ties,
        test_ties: TestTies::Mistake,
        hypothesis: HypothesisKind::Last,
        offset: Offset(None),
        arithmetic: Some(Arithmetic::Exact),
        learner: None,
        transform: None,
        draws: None,
        comparator: None,
        select: None,
    }
}

/// Returns how the final weights of a run differ from those of the reference run, if they do.
///
/// # Formula
/// W/q = p/r, with integers W·r = p·q that fit 128 bits
pub fn departure(run: &ExactRun, expected: &[ReferenceFraction]) -> Option<Departure> {
    if run.reason != StopReason::CleanPass {
        return Some(Departure::NotConverged(run.reason));
    }
    let Some(weights) = &run.weights else {
        return Some(Departure::OutOfRange);
    };
    let differs = |(found, wanted): (&i64, &ReferenceFraction)| {
        i128::from(*found) * i128::from(wanted.denominator)
            != i128::from(wanted.numerator) * i128::from(run.denominator)
    };
    let coordinate = weights.iter().zip(expected).position(differs)?;
    let wanted = expected[coordinate];
    Some(Departure::Weight {
        coordinate,
        found: Rational::new(weights[coordinate], run.denominator),
        expected: Rational::new(wanted.numerator, wanted.denominator),
    })
}

/// Returns the first update in which a run differs from the reference run, if there is one; `expected` lists the example of each reference update.
pub fn first_update(run: &ExactRun, expected: &[usize]) -> Option<Departure> {
    let longest = run.updates.len().max(expected.len());
    let differs = |&place: &usize| run.updates.get(place) != expected.get(place);
    let place = (0..longest).find(differs)?;
    Some(Departure::Update {
        number: place + 1,
        found: run.updates.get(place).copied(),
        expected: expected.get(place).copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two opposite examples on a line, positive at −1 and negative at 1: two updates from zero.
    const LINE: &str = "2\n1\n1\n-1 % 2\n0\n1 % 2\n";

    #[test]
    fn a_run_by_hand_is_reproduced() {
        let read = sample(LINE).unwrap();
        let found = run(&read, Ties::Mistake, 100);
        assert_eq!(
            (found.counts.updates, found.counts.passes, found.reason),
            (2, 2, StopReason::CleanPass)
        );
        assert_eq!(departure(&found, &weights("0\n-1\n", 2).unwrap()), None);
    }

    #[test]
    fn first_differing_coordinate_is_reported_with_both_values() {
        let found = run(&sample(LINE).unwrap(), Ties::Mistake, 100);
        let told = departure(&found, &weights("0\n-3 % 2\n", 2).unwrap());
        assert_eq!(
            told,
            Some(Departure::Weight {
                coordinate: 1,
                found: Rational::new(-1, 1),
                expected: Rational::new(-3, 2)
            })
        );
    }

    #[test]
    fn first_differing_update_is_reported_with_both_examples() {
        let found = run(&sample(LINE).unwrap(), Ties::Mistake, 100);
        assert_eq!(first_update(&found, &[0, 1]), None);
        let told = |expected: &[usize]| match first_update(&found, expected) {
            Some(Departure::Update {
                number,
                found,
                expected,
            }) => (number, found, expected),
            other => panic!("{other:?}"),
        };
        assert_eq!(told(&[0, 0, 1]), (2, Some(1), Some(0)));
        assert_eq!(told(&[0]), (2, Some(1), None));
        assert_eq!(told(&[0, 1, 1]), (3, None, Some(1)));
    }

    #[test]
    fn examples_that_no_weights_separate_end_at_the_cap() {
        let found = run(&sample("2\n1\n1\n1\n0\n1\n").unwrap(), Ties::Mistake, 30);
        assert_eq!(found.counts.updates, 30);
        assert_eq!(
            departure(&found, &weights("0\n0\n", 2).unwrap()),
            Some(Departure::NotConverged(StopReason::UpdateCap))
        );
    }

    #[test]
    fn zero_score_positive_example_distinguishes_the_tie_conventions() {
        let read = sample("1\n1\n1\n1\n").unwrap();
        let updates =
            [Ties::Mistake, Ties::Positive].map(|ties| run(&read, ties, 100).counts.updates);
        assert_eq!(updates, [1, 0]);
    }
}
