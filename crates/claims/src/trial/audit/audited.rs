//! Holds a trial together with the data that its row leaves out, for the audit.

use perceptron::generate::Sampler;
use perceptron::learn::RunResult;
use perceptron::sample::{Features, Label, Sample};
use perceptron::seed::Seed;

/// A trial with the data that its row leaves out.
pub(in crate::trial) struct AuditedTrial<'a> {
    /// The sample whose radius and margins the row holds; `None` if the row describes another sample, or if the sample was dropped.
    pub seen: Option<&'a Sample>,
    /// The examples as the loop saw them, after the rule's own normalization; `None` if they were dropped.
    pub features: Option<&'a Features>,
    /// Their labels.
    pub labels: &'a [Label],
    /// Result of the run, if a learner ran.
    pub learned: Option<&'a RunResult>,
    /// The source of fresh examples, and the address of the stream for this trial; `None` against an opponent.
    pub fresh: Option<(&'a dyn Sampler, Seed)>,
}
