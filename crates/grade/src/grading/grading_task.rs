//! Describes a grading: a learner, the rule that it claims to follow, and a time limit.

use super::rule::GradedRule;
use perceptron::learn::external::{ExternalLearner, LearnerFault};

/// A function that starts the learner anew; only the caller uses the started process.
pub type StartLearner<'a> = &'a dyn Fn() -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>>;

/// A learner to grade, the rule to grade it by, and the time limit.
#[derive(Clone)]
pub struct GradingTask<'a> {
    /// Starts the learner; called before the first sample, after every failure, and to confirm a sample that refutes a claim.
    pub start: StartLearner<'a>,
    /// Whether no learner can be started any more, so that no answer says anything about one; never for learners that are processes.
    pub is_over: &'a dyn Fn() -> bool,
    /// The rule that the learner claims to follow.
    pub graded: GradedRule,
    /// Seconds for everything: two thirds for showing new samples, the rest for shrinking witnesses. The grading ends at most one answer later.
    pub seconds: f64,
    /// Number of samples of a search for those on which the learner comes closest to the limits of theorems, after the catalogue.
    pub attack: u64,
    /// Whether to show samples whose sums of products need more than 64 bits.
    pub wide: bool,
}
