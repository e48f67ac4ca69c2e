//! Defines a measurement: the columns that it fills, what it needs, and when it fills them.

use super::completed_run::CompletedRun;
use crate::trial::{AnyColumn, Record};
use perceptron::learn::{InnerProducts, Learner, Observer};
use perceptron::sample::Sample;

/// The finding of a measurement on a sample; it sets the columns for every learner that has the same view of the sample.
pub(in crate::trial) type SampleFinding = Box<dyn Fn(&mut Record) + Send + Sync>;

/// One measurement. By default, each method that fills columns does nothing.
pub(in crate::trial) trait Measurement: Sync {
    /// A column of another measurement that it reads; that measurement is made first.
    fn reads(&self) -> Option<AnyColumn> {
        None
    }

    /// Measures a sample as a learner sees it.
    fn of_sample(&self, _sample: &Sample) -> Option<SampleFinding> {
        None
    }

    /// Measures a sample that a learner knows only by its inner products.
    fn of_products(&self, _products: &InnerProducts) -> Option<SampleFinding> {
        None
    }

    /// Fills the columns that describe the sample as it was drawn, even if no learner runs on it.
    fn fill_of_drawn(&self, _record: &mut Record, _sample: &Sample) {}

    /// Returns an observer that follows the learner's run and fills the columns at its end.
    fn observer<'l>(&self, _learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        None
    }

    /// Fills the columns from a run that has ended.
    fn fill(&self, _record: &mut Record, _run: &CompletedRun) {}

    /// Whether it works if an opponent chose the examples: it needs neither a distribution nor another run on the same sample.
    fn is_of_answers(&self) -> bool {
        false
    }

    /// Whether it runs the learner without each example in turn.
    fn retrains(&self) -> bool {
        false
    }

    /// Whether retraining must really run without every example, because a shortcut would assume the theorem under test.
    fn forbids_shortcuts(&self) -> bool {
        false
    }

    /// Whether it works if the sample is dropped piece by piece, because it needs no example again.
    fn needs_no_example_again(&self) -> bool {
        false
    }
}

/// An observer that fills the columns of its measurement when the run has ended.
pub(in crate::trial) trait MeasuringObserver: Observer {
    /// Fills the columns.
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun);
}
