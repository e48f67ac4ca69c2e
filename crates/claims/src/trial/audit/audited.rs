//! Holds a trial together with what its row leaves out, for the audit.

use perceptron::generate::Sampler;
use perceptron::learn::RunResult;
use perceptron::sample::{Features, Label, Sample};
use perceptron::seed::Seed;

/// A trial with what its row leaves out.
pub(in crate::trial) struct AuditedTrial<'a> {
    /// The sample whose radius and margins the row holds; `None` where it holds those of another one, or one that is gone.
    pub seen: Option<&'a Sample>,
    /// The examples as the loop saw them, after the rule's own normalising; `None` where they are gone.
    pub features: Option<&'a Features>,
    /// Their labels.
    pub labels: &'a [Label],
    /// What the learner did, if one ran.
    pub learned: Option<&'a RunResult>,
    /// Where fresh examples come from, and the address of those for this trial; `None` against an opponent.
    pub fresh: Option<(&'a dyn Sampler, Seed)>,
}
