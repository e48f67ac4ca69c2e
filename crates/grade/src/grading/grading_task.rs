//! Says what is graded: a learner, the rule that it claims to be, and how long it may take.

use super::rule::GradedRule;
use perceptron::learn::external::{ExternalLearner, LearnerFault};

/// Starts a learner that nobody else uses.
pub type StartLearner<'a> = &'a dyn Fn() -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>>;

/// What is graded, and how long it may take.
#[derive(Clone)]
pub struct GradingTask<'a> {
    /// Starts the learner; called for the catalogue, after failures, and to confirm witnesses.
    pub start: StartLearner<'a>,
    /// The rule that it claims to be.
    pub graded: GradedRule,
    /// Seconds for all samples; witnesses are shrunk in half of that again.
    pub seconds: f64,
    /// Whether numbers whose sums leave 64 bits are shown too.
    pub wide: bool,
}
