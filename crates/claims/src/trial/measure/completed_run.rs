//! Holds a run that has ended, with everything that measurements may look at.

use super::fresh_examples::FreshExamples;
use perceptron::learn::{Learner, Retraining, RunResult, Variant};
use perceptron::sample::{Features, Label, Sample};

/// A run that has ended.
pub(in crate::trial) struct CompletedRun<'a> {
    /// The learner configuration.
    pub variant: &'a Variant,
    /// What the run did.
    pub result: &'a RunResult,
    /// The labels as the learner saw them.
    pub labels: &'a [Label],
    /// The features as the learner saw them; `None` where the sample was dropped.
    pub features: Option<&'a Features>,
    /// The sample as it was drawn; `None` where it was dropped.
    pub drawn: Option<&'a Sample>,
    /// The learner, which can be run again; `None` against an opponent, and where the sample was dropped.
    pub learner: Option<&'a Learner<'a>>,
    /// What fresh examples are like; `None` against an opponent.
    pub fresh: Option<FreshExamples<'a>>,
    /// How the learner is run without an example.
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
    /// The run with its sample, where that was not dropped.
    pub(super) fn trained(&self) -> Option<Trained<'a>> {
        Some(Trained {
            variant: self.variant,
            features: self.features?,
            labels: self.labels,
            result: self.result,
        })
    }
}
