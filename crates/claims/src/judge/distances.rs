//! Compares, trial by trial, the distribution function of the observed numbers with the one that a claim states.

use super::{Case, Status};
use crate::stats::{DistanceSequence, Interval, Level};

/// The distance between the distribution function of the observed numbers of a cell and the stated function F, from the numbers F(observed): they have
/// the uniform distribution on [0, 1] exactly if F is continuous and the distribution function of the observed number.
#[derive(Debug, Clone)]
pub(super) struct TrialDistances {
    pub(super) sequence: DistanceSequence,
}

impl TrialDistances {
    /// Makes the sequence of bounds before any trial. The same band errs in both directions, so it has the error probability of one verdict word.
    pub(super) fn new(level: Level) -> Self {
        Self {
            sequence: DistanceSequence::new(level.of_one_word()),
        }
    }

    /// Adds a trial or pair. If it has no final value, its value may be any.
    pub(super) fn add(&mut self, case: &Case) {
        let function = case.numbers.as_ref().map(|numbers| &numbers.limit);
        let known = function.filter(|_| case.status == Status::Complete);
        let ends = known.map(|function| Interval::new(function.lower, function.upper));
        self.sequence.push(ends.unwrap_or(Interval::UNIT));
    }
}
