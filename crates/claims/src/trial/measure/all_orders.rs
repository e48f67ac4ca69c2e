//! Measures the runs over all orders of the examples, if the variant's order explores them.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::sample::Rational;

columns! {
    /// Updates of a shortest run over all orders.
    UPDATES_MIN: u64 = "updates_min" in "updates";
    /// Updates of a longest run over all orders; empty if some order never ends.
    UPDATES_MAX: u64 = "updates_max" in "updates";
    /// Mean updates if every choice is uniform among the examples that call for an update; empty if some order never ends, or if its denominator
    /// grows past 4096 bits.
    UPDATES_EXPECTED: Rational = "updates_expected" in "updates";
    /// Weight vectors that some order reaches.
    STATES: u64 = "states" in "vectors";
    /// Weight vectors among them at which no update is due.
    FINAL_VECTORS: u64 = "final_vectors" in "vectors";
}

/// Measures the runs over all orders of the examples: the fewest, most and expected updates, and the weight vectors that are reached.
pub(super) struct AllOrders;

impl Measurement for AllOrders {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let Some(explored) = &run.result.explored {
            record.set(columns::UPDATES_MIN, explored.updates_min);
            record.set(columns::UPDATES_MAX, explored.updates_max);
            record.set(columns::UPDATES_EXPECTED, explored.updates_expected.clone());
            record.set(columns::STATES, explored.states);
            record.set(columns::FINAL_VECTORS, explored.final_vectors);
        }
    }
}
