//! Turns a learner that chooses an integer for every basis vector into an [`OtherLearning`] learner.

use super::{LearnerFacts, OtherLearning, Requirement, Task};
use crate::documented::Declared;
use crate::learn::RunResult;
use crate::sample::OutOfRange;

/// A learner of the labels of basis vectors (atoms), which sees the whole sample at once.
pub(super) trait AtomLearner: Declared {
    /// Returns the score of every basis vector (atom), as learned from the examples of `task`.
    fn scores(&self, task: &Task) -> Vec<i64>;

    /// Whether the learner classifies the whole sample correctly, if some linear classifier does.
    fn remembers(&self) -> bool {
        false
    }

    /// Whether the learner uses, on purpose, knowledge that no rule may have.
    fn cheats(&self) -> bool {
        false
    }
}

impl<T: AtomLearner> OtherLearning for T {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        Ok(task.integers(self.scores(task)))
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            fits: self.remembers(),
            requirement: Requirement::Atoms,
            is_mutant: self.cheats(),
            ..LearnerFacts::NONE
        }
    }
}
