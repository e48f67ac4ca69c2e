//! Says what a measurement is: the columns that it fills, what it needs, and when it fills them.

use super::completed_run::CompletedRun;
use crate::trial::{AnyColumn, Record};
use perceptron::learn::{InnerProducts, Learner, Observer};
use perceptron::sample::Sample;

/// What a measurement found of a sample: it sets its columns for every learner that sees the sample alike.
pub(in crate::trial) type SampleFinding = Box<dyn Fn(&mut Record) + Send + Sync>;

/// One measurement. Every method that fills something does nothing unless a measurement says otherwise.
pub(in crate::trial) trait Measurement: Sync {
    /// A column of another measurement that it reads, which is therefore made before it.
    fn reads(&self) -> Option<AnyColumn> {
        None
    }

    /// Measures a sample as a learner sees it.
    fn of_sample(&self, _sample: &Sample) -> Option<SampleFinding> {
        None
    }

    /// Measures a sample of which a learner sees the inner products alone.
    fn of_products(&self, _products: &InnerProducts) -> Option<SampleFinding> {
        None
    }

    /// Fills the columns that say something of the sample as it was drawn, whether or not a learner runs on it.
    fn fill_of_drawn(&self, _record: &mut Record, _sample: &Sample) {}

    /// What sees a run of a learner while it is under way, and fills the columns at its end.
    fn observer<'l>(&self, _learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        None
    }

    /// Fills the columns from a run that has ended.
    fn fill(&self, _record: &mut Record, _run: &CompletedRun) {}

    /// Whether it can be made where an opponent chose the examples: it needs neither a distribution nor another run on the same sample.
    fn is_of_answers(&self) -> bool {
        false
    }

    /// Whether it runs the learner without each example in turn.
    fn retrains(&self) -> bool {
        false
    }

    /// Whether retraining must run without every example, because a shortcut would make its own theorem true.
    fn forbids_shortcuts(&self) -> bool {
        false
    }

    /// Whether it can be made where the sample is dropped piece by piece: it needs no example again.
    fn needs_no_example_again(&self) -> bool {
        false
    }
}

/// An observer that fills the columns of its measurement when the run has ended.
pub(in crate::trial) trait MeasuringObserver: Observer {
    /// Fills the columns.
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun);
}
