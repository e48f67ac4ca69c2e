//! Holds the state that decides whether an example calls for an update now.

use super::criterion::Criterion;
use crate::learn::budget::Budget;
use crate::sample::{FastPath, UpdateThreshold};

/// Data needed to skip examples that need no update in bulk.
pub(crate) struct SkipThreshold<Score> {
    /// For each label, the value that y⟨w, x⟩ must reach so that no update is due.
    pub due: UpdateThreshold<Score>,
    /// Cost of one score in multiplications, which is the same for every example.
    pub products: u64,
}

/// A learner's weight vector, its update criterion, and its budget of work.
pub(crate) struct LearnerState<S: FastPath> {
    /// The current weight vector.
    pub weights: S::Weights,
    /// Decides whether a score is a mistake, and whether it calls for an update.
    pub criterion: Criterion<S>,
    /// Data for skipping examples in bulk; `None` if examples that call for no update must be examined one by one.
    pub skipping: Option<SkipThreshold<S::Score>>,
    /// Work of the run so far, and the caps on it.
    pub budget: Budget,
    /// Index of the left-out example, which is never shown and never calls for an update.
    pub left_out: Option<usize>,
}
