//! Holds the result of one run.

use super::{Counts, Explored, Hypothesis, StopReason};
use std::cmp::Ordering;

/// Result of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// The counts.
    pub counts: Counts,
    /// Why the run stopped.
    pub reason: StopReason,
    /// Hypothesis that the run returned; `None` if exact integers left their range.
    pub hypothesis: Option<Hypothesis>,
    /// The example of every update, in order.
    pub updates: Vec<usize>,
    /// Result of the exploration, if all orders were explored. The run is then a longest one, or no run if some order never ends.
    pub explored: Option<Box<Explored>>,
    /// y·(score) of the left-out example compared with zero, if one was left out and rounding settles the sign.
    pub left_out: Option<Ordering>,
    /// Coefficients of the examples, if the learner keeps them.
    pub coefficients: Option<Vec<i64>>,
    /// Why there is no result, if an external learner failed.
    pub failure: Option<String>,
}

impl RunResult {
    /// Creates the result of a run that was not made, for this reason.
    pub(super) fn without_run(reason: StopReason) -> Self {
        let counts = Counts::default();
        Self {
            counts,
            reason,
            hypothesis: None,
            updates: Vec::new(),
            explored: None,
            left_out: None,
            coefficients: None,
            failure: None,
        }
    }

    /// Creates the result of a run whose external learner failed in this way.
    pub(super) fn failed(words: String) -> Self {
        Self {
            failure: Some(words),
            ..Self::without_run(StopReason::Failed)
        }
    }
}
