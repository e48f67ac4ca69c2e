//! Holds the result of one run.

use super::{Counts, Explored, Hypothesis, KernelHypothesis, SquaredLosses, StopReason};
use crate::sample::TestTies;
use std::cmp::Ordering;

/// Result of one run of a learner on a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Counts of passes, examples shown, updates and mistakes.
    pub counts: Counts,
    /// Why the run stopped.
    pub reason: StopReason,
    /// Hypothesis that the run returned; `None` if the run failed or was not made, or if the learner has no weight vector (a kernel).
    pub hypothesis: Option<Hypothesis>,
    /// Hypothesis of a kernel learner; `None` for others.
    pub kernel_hypothesis: Option<KernelHypothesis>,
    /// Index of the example of every update, in order.
    pub updates: Vec<usize>,
    /// Result of exploring all orders, if the variant asks for that. This run is then a longest one, or no run if some order never ends.
    pub explored: Option<Box<Explored>>,
    /// y⟨w, x⟩ of the left-out example compared with zero; `None` if no example was left out, or if rounding leaves the sign open.
    pub left_out: Option<Ordering>,
    /// For a learner in dual or kernel form, the coefficient of every example: y times the number of updates on it.
    pub coefficients: Option<Vec<i64>>,
    /// Squared losses, for a learner that minimizes the hinge loss by steps of its own; `None` for others.
    pub squared_losses: Option<SquaredLosses>,
    /// How a learner whose answers show its tie rule predicted at a score of 0: equally at all such scores of the run, or not known; `None` for other
    /// learners.
    pub answered_ties: Option<TestTies>,
    /// Mistakes of an external learner with scores of 0 counted as `ties` says; `None` if it reports no weights, and for other learners.
    pub mistakes_by_convention: Option<u64>,
    /// The configuration that was chosen, of a learner that chooses one; `None` for others.
    pub selected: Option<String>,
    /// Error message of an external learner that failed; `None` if none did.
    pub failure: Option<String>,
}

impl RunResult {
    /// Creates the result of a run that was not made or failed for this reason: without counts, updates and hypothesis.
    pub(super) fn without_run(reason: StopReason) -> Self {
        let counts = Counts::default();
        Self {
            counts,
            reason,
            hypothesis: None,
            kernel_hypothesis: None,
            updates: Vec::new(),
            explored: None,
            left_out: None,
            coefficients: None,
            squared_losses: None,
            answered_ties: None,
            mistakes_by_convention: None,
            selected: None,
            failure: None,
        }
    }

    /// Creates the result of a run whose external learner failed; `words` is the error message.
    pub(super) fn failed(words: String) -> Self {
        Self {
            failure: Some(words),
            ..Self::without_run(StopReason::Failed)
        }
    }
}
