//! Holds the outcome of one run.

use super::{Counts, Explored, Hypothesis, StopReason};
use std::cmp::Ordering;

/// The outcome of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// The counts.
    pub counts: Counts,
    /// Why the run stopped.
    pub reason: StopReason,
    /// What it returned; `None` if exact integers left their range.
    pub hypothesis: Option<Hypothesis>,
    /// The example of every update, in order.
    pub updates: Vec<usize>,
    /// What was found where all orders were explored; the run is then a longest one, or none if some run never ends.
    pub explored: Option<Box<Explored>>,
    /// y·(score) of the left-out example compared with zero, if one was left out and rounding leaves it settled.
    pub left_out: Option<Ordering>,
    /// The coefficients of the examples, where the learner keeps them.
    pub coefficients: Option<Vec<i64>>,
    /// Why there is no result, where that is the fault of a learner outside.
    pub failure: Option<String>,
}

impl RunResult {
    /// No run at all, for this reason.
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

    /// No result, because a learner outside failed in this way.
    pub(super) fn failed(words: String) -> Self {
        Self {
            failure: Some(words),
            ..Self::without_run(StopReason::Failed)
        }
    }
}
