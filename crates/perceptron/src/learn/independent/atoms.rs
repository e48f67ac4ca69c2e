//! Lets a learner that chooses an integer for every basis vector be a learner beside the one loop.

use super::{OtherLearning, Requirement, Task};
use crate::learn::RunResult;
use crate::sample::OutOfRange;

/// A learner of the labels of basis vectors, which sees the sample once, as a whole.
pub(super) trait AtomLearner {
    /// The score of every atom.
    fn scores(&self, task: &Task) -> Vec<i64>;

    /// Whether it is right on all of the sample, if anything linear is.
    fn remembers(&self) -> bool {
        false
    }

    /// Whether it knows what no rule may know, on purpose.
    fn cheats(&self) -> bool {
        false
    }
}

impl<T: AtomLearner> OtherLearning for T {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        Ok(task.integers(self.scores(task)))
    }

    fn fits(&self) -> bool {
        self.remembers()
    }

    fn is_mutant(&self) -> bool {
        self.cheats()
    }

    fn requirement(&self) -> Requirement {
        Requirement::Atoms
    }
}
