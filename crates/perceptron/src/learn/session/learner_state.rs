//! Holds the state that decides whether an example calls for an update now.

use super::criterion::Criterion;
use crate::learn::budget::Budget;
use crate::sample::{FastPath, UpdateThreshold};

/// Data needed to skip examples that need no update.
pub(crate) struct SkipThreshold<Score> {
    /// Scores that must be reached so that no update is due.
    pub due: UpdateThreshold<Score>,
    /// Cost of one score, in products, which is the same for every example.
    pub products: u64,
}

/// A learner's weight vector, its update criterion, and its budget of work.
pub(crate) struct LearnerState<S: FastPath> {
    /// The weight vector.
    pub weights: S::Weights,
    /// Decides what a score means.
    pub criterion: Criterion<S>,
    /// `None` if examples that call for no update must be examined one by one.
    pub skipping: Option<SkipThreshold<S::Score>>,
    /// Work so far, and its cap.
    pub budget: Budget,
    /// The example that is not shown, and never calls for an update.
    pub left_out: Option<usize>,
}
