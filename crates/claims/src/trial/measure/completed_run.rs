//! Holds a run that has ended, with everything that measurements may read.

use super::fresh_examples::FreshExamples;
use perceptron::learn::{Learner, Retraining, RunResult, Variant};
use perceptron::sample::{Features, Label, Sample, TestTies};

/// A run of a learner that has ended, with its sample, learner and distribution, for the measurements that read it.
pub(in crate::trial) struct CompletedRun<'a> {
    /// The learner configuration of the run.
    pub variant: &'a Variant,
    /// The result of the run: counts, updates, hypothesis and stop reason.
    pub result: &'a RunResult,
    /// The labels of the examples as the learner saw them.
    pub labels: &'a [Label],
    /// The features of the examples as the learner saw them; `None` if the sample was dropped to save memory.
    pub features: Option<&'a Features>,
    /// The sample as it was drawn; `None` if it was dropped to save memory.
    pub drawn: Option<&'a Sample>,
    /// The learner, which can be run again on the sample; `None` if an opponent chose the examples, or if the sample was dropped.
    pub learner: Option<&'a Learner<'a>>,
    /// The distribution of fresh examples and how the learner sees them, for risks; `None` if an opponent chose the examples.
    pub fresh: Option<FreshExamples<'a>>,
    /// Whether every leave-one-out run is really made, or a shortcut may replace some of them.
    pub retraining: Retraining,
}

/// The result of a run together with the features and labels on which the learner was trained.
#[derive(Clone, Copy)]
pub(in crate::trial) struct Trained<'a> {
    pub variant: &'a Variant,
    pub features: &'a Features,
    pub labels: &'a [Label],
    pub result: &'a RunResult,
}

impl<'a> CompletedRun<'a> {
    /// How a test example with a score of 0 is scored.
    pub(super) fn test_ties(&self) -> TestTies {
        self.variant.test_ties_after(self.result)
    }

    /// The result of the run with the features and labels of its sample; `None` if the sample was dropped to save memory.
    pub(super) fn trained(&self) -> Option<Trained<'a>> {
        Some(Trained {
            variant: self.variant,
            features: self.features?,
            labels: self.labels,
            result: self.result,
        })
    }
}
