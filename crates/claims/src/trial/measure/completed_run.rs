//! Holds a run that has ended, with everything that measurements may read.

use super::fresh_examples::FreshExamples;
use perceptron::learn::{Learner, Retraining, RunResult, Variant};
use perceptron::sample::{Features, Label, Sample};

/// A run that has ended.
pub(in crate::trial) struct CompletedRun<'a> {
    /// The learner configuration.
    pub variant: &'a Variant,
    /// The result of the run.
    pub result: &'a RunResult,
    /// The labels as the learner saw them.
    pub labels: &'a [Label],
    /// The features as the learner saw them; `None` if the sample was dropped.
    pub features: Option<&'a Features>,
    /// The sample as it was drawn; `None` if it was dropped.
    pub drawn: Option<&'a Sample>,
    /// The learner, which can be run again; `None` against an opponent, and if the sample was dropped.
    pub learner: Option<&'a Learner<'a>>,
    /// The distribution of fresh examples, and how the learner sees them; `None` against an opponent.
    pub fresh: Option<FreshExamples<'a>>,
    /// The way in which the learner is retrained without an example.
    pub retraining: Retraining,
}

/// A run with the sample that it was trained on.
#[derive(Clone, Copy)]
pub(in crate::trial) struct Trained<'a> {
    pub variant: &'a Variant,
    pub features: &'a Features,
    pub labels: &'a [Label],
    pub result: &'a RunResult,
}

impl<'a> CompletedRun<'a> {
    /// The run with its sample; `None` if the sample was dropped.
    pub(super) fn trained(&self) -> Option<Trained<'a>> {
        Some(Trained {
            variant: self.variant,
            features: self.features?,
            labels: self.labels,
            result: self.result,
        })
    }
}
