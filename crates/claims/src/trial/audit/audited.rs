//! Holds a trial together with the data that its row leaves out, for the audit.

use perceptron::generate::Sampler;
use perceptron::learn::RunResult;
use perceptron::sample::{Features, Label, Sample};
use perceptron::seed::Seed;

/// A finished trial's sample, run and random stream, which its row of columns does not contain and by which the audit recomputes the row.
pub(in crate::trial) struct AuditedTrial<'a> {
    /// The sample whose radius and margins the row holds; `None` if the learner's view of the sample cannot be written out, or if the sample was
    /// dropped.
    pub seen: Option<&'a Sample>,
    /// The features of the examples as the learning loop saw them, after the rule's own normalization; `None` if they were dropped.
    pub features: Option<&'a Features>,
    /// The labels of the examples as the learner saw them.
    pub labels: &'a [Label],
    /// The result of the learner's run; `None` if no learner ran.
    pub learned: Option<&'a RunResult>,
    /// The source of fresh examples, and the seed from which the audit of this trial draws them; `None` if an opponent chose the examples.
    pub fresh: Option<(&'a dyn Sampler, Seed)>,
}
