//! Measures the updates of the first pass, which tell how much of the work is done when each example has been shown once.

use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, Observer};

columns! {
    /// Updates of the first pass; empty if the run was cut off in it, and for learners that see the sample as a whole.
    FIRST_PASS_UPDATES: u64 = "first_pass_updates" in "updates";
}

/// Measures the number of updates in the first pass of a run.
pub(super) struct FirstPass;

impl Measurement for FirstPass {
    fn observer<'l>(&self, _: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        Some(Box::new(PassObserver(None)))
    }
}

/// Observer that records the number of updates when the first pass has ended; `None` before that.
struct PassObserver(Option<u64>);

impl Observer for PassObserver {
    fn pass_ended(&mut self, updates: u64) {
        self.0.get_or_insert(updates);
    }
}

impl MeasuringObserver for PassObserver {
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun) {
        // If the run ends with a pass, `pass_ended` is not called for it.
        let (counts, reason) = (run.result.counts, run.result.reason);
        let ends_with_it = counts.passes == 1 && reason.is_end() && run.variant.walks();
        let updates = self.0.or(ends_with_it.then_some(counts.updates));
        record.set(columns::FIRST_PASS_UPDATES, updates);
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::columns;
    use testing::SpecText;

    fn first_pass(variant: &str) -> Option<u64> {
        let points = "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [2, 1], y = -1 }, { x = [3, -1], y = 1 }]";
        let spec = SpecText::new(points)
            .variant("v", format!("rule = {{ perceptron = {{}} }}\n{variant}"))
            .more("[[claims]]\nobserved = \"first_pass_updates\"\nlimit = 3\n")
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block([0]);
        block.row(0, 0)?.copied(columns::FIRST_PASS_UPDATES)
    }

    #[test]
    fn a_run_of_one_pass_counts_all_its_updates_and_one_that_is_cut_off_in_it_none() {
        // By hand: (1, 0), then (−1, −1), then (2, −2); the second pass updates on none but the second example.
        assert_eq!(first_pass("order = \"stream\""), Some(3));
        assert_eq!(first_pass("order = \"cyclic\""), Some(3));
        assert_eq!(
            first_pass("order = \"cyclic\"\nstop = { updates = 2 }"),
            None
        );
    }
}
