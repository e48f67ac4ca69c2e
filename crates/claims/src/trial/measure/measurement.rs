//! Defines a measurement: the columns that it fills, what it needs, and when it fills them.

use super::completed_run::CompletedRun;
use crate::trial::{AnyColumn, Record, Setting};
use perceptron::learn::{InnerProducts, Learner, Observer};
use perceptron::sample::Sample;

/// Result of a measurement on a sample: a function that writes it into the row of each trial whose learner has the same view of the sample.
pub(in crate::trial) type SampleFinding = Box<dyn Fn(&mut Record) + Send + Sync>;

/// A measurement on a trial, which fills some columns from the sample, during the run, or from the ended run. By default, each of these methods does
/// nothing.
pub(in crate::trial) trait Measurement: Sync {
    /// A column of another measurement that this measurement reads; that other measurement is then made first.
    fn reads(&self) -> Option<AnyColumn> {
        None
    }

    /// Measures a sample as a learner sees it; the finding fills the columns of each trial with this view.
    fn of_sample(&self, _sample: &Sample) -> Option<SampleFinding> {
        None
    }

    /// Measures a sample that a learner knows only by its matrix of inner products, as with a kernel.
    fn of_products(&self, _products: &InnerProducts) -> Option<SampleFinding> {
        None
    }

    /// Fills this measurement's columns from the sample as it was drawn, even if no learner runs on it.
    fn fill_of_drawn(&self, _record: &mut Record, _sample: &Sample) {}

    /// Returns an observer that follows the learner's run update by update and fills this measurement's columns at its end; `None` if none is needed.
    fn observer<'l>(&self, _learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        None
    }

    /// Fills this measurement's columns from a run that has ended.
    fn fill(&self, _record: &mut Record, _run: &CompletedRun) {}

    /// Whether this measurement works if an opponent chose the examples, because it needs neither a distribution nor another run on the same sample.
    fn is_of_answers(&self) -> bool {
        false
    }

    /// Whether a column of this measurement is a Monte Carlo estimate in trials of this setting, and not the number itself. It is known before a run.
    fn estimates(&self, _column: AnyColumn, _setting: &Setting) -> bool {
        false
    }

    /// Whether this measurement is about the hypotheses that a learner returns, so that it has no value for a run without a hypothesis.
    fn is_of_hypothesis(&self) -> bool {
        false
    }

    /// Why no run under this setting can have a value in a column of this measurement, and what to do, as far as both are known before a run.
    /// `enumerated` is whether the samples are a complete enumeration.
    fn missing_everywhere(&self, _setting: &Setting, _enumerated: bool) -> Option<&'static str> {
        None
    }

    /// Whether this measurement runs the learner without each example in turn.
    fn retrains(&self) -> bool {
        false
    }

    /// Whether the learner must really be retrained without every single example, because the usual shortcut would assume the theorem under test.
    fn forbids_shortcuts(&self) -> bool {
        false
    }

    /// Whether this measurement works if each example is dropped from memory once it was shown, because it needs no example a second time.
    fn needs_no_example_again(&self) -> bool {
        false
    }
}

/// An observer that follows a run update by update, and fills the columns of its measurement when the run has ended.
pub(in crate::trial) trait MeasuringObserver: Observer {
    /// Fills the measurement's columns with what was observed during the run.
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun);
}
