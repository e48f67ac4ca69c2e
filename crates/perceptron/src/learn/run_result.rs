//! Holds the outcome of one run.

use super::{Counts, Explored, Hypothesis, Invariants, Steps, StopReason};
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
    /// What the proofs maintain, if that was watched and there was an update.
    pub invariants: Option<Box<Invariants>>,
    /// What single updates did, if that was watched of an exact run.
    pub steps: Option<Box<Steps>>,
    /// The number of showings after which the vector was another one, if that was watched.
    pub vector_changes: Option<u64>,
    /// The examples on which an update was still due at the end, if that was watched.
    pub updates_left: Option<u64>,
    /// y·(score) of the left-out example compared with zero, if one was left out and rounding leaves it settled.
    pub left_out: Option<Ordering>,
    /// The number of updates at the end of every pass, if that was watched; a pass that was cut off is not among them.
    pub pass_ends: Option<Vec<usize>>,
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
            invariants: None,
            steps: None,
            vector_changes: None,
            updates_left: None,
            left_out: None,
            pass_ends: None,
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
