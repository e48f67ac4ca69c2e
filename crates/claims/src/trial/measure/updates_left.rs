//! Measures, by a full scan, the number of examples on which an update is still due when a run ends.

use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, Observer};

columns! {
    /// Number of examples on which an update was still due when the run ended, by a full scan. A float that reaches a threshold up to rounding reaches it.
    UPDATES_LEFT: u64 = "updates_left" in "examples";
}

/// Measures, by a full scan at the end of the run, the number of examples that still call for an update.
pub(super) struct UpdatesLeft;

impl Measurement for UpdatesLeft {
    fn observer<'l>(&self, _: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        Some(Box::new(FinalScan(None)))
    }
}

/// Observer that records the number of examples that call for an update at the end of the run; `None` before that.
struct FinalScan(Option<u64>);

impl Observer for FinalScan {
    fn ended(&mut self, due: &dyn Fn() -> Option<u64>) {
        self.0 = due();
    }
}

impl MeasuringObserver for FinalScan {
    fn fill(self: Box<Self>, record: &mut Record, _: &CompletedRun) {
        record.set(columns::UPDATES_LEFT, self.0);
    }
}
