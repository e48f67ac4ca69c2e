//! Holds what decides whether an example calls for an update now.

use super::criterion::Criterion;
use crate::learn::budget::Budget;
use crate::sample::{FastPath, UpdateThreshold};

/// What passing over quiet examples needs to know.
pub(crate) struct SkipThreshold<Score> {
    /// What scores must reach.
    pub due: UpdateThreshold<Score>,
    /// What a score of any example costs.
    pub products: u64,
}

/// A learner's vector, what it makes of scores, and the work that is left to it.
pub(crate) struct LearnerState<S: FastPath> {
    /// The vector.
    pub weights: S::Weights,
    /// What is made of a score.
    pub criterion: Criterion<S>,
    /// Missing where examples that call for no update must be looked at one by one.
    pub skimming: Option<SkipThreshold<S::Score>>,
    /// The work so far, and the most that may be done.
    pub budget: Budget,
    /// The example that is not shown, and never calls for an update.
    pub left_out: Option<usize>,
}
