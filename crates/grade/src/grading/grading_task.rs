//! Describes a grading: a learner, the rule that it claims to follow, and a time limit.

use super::rule::GradedRule;
use perceptron::learn::external::{ExternalLearner, LearnerFault};

/// Starts a learner that only the caller uses.
pub type StartLearner<'a> = &'a dyn Fn() -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>>;

/// A learner to grade, and the time for it.
#[derive(Clone)]
pub struct GradingTask<'a> {
    /// Starts the learner; called for the catalogue, after failures, and to confirm witnesses.
    pub start: StartLearner<'a>,
    /// The rule that it claims to follow.
    pub graded: GradedRule,
    /// Seconds for all samples; shrinking witnesses may take half of that in addition.
    pub seconds: f64,
    /// Whether samples include numbers whose sums leave 64 bits.
    pub wide: bool,
}
