//! Fills the columns of the quantities that the proofs bound after every update.

use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{InvariantObserver, Invariants as Extremes, Learner};
use perceptron::sample::Quantity;

columns! {
    /// Smallest y⟨u, x⟩ of the planted separator u on the examples as the learner saw them, with u not normalized.
    PLANTED_LEAST: Quantity = "planted_least" as "(\\min y\\langle u, x\\rangle)" in "score";
    /// Smallest ⟨w_t, u⟩/t over the updates t, in units of the step.
    PROGRESS_LEAST: Quantity = "progress_least" as "(\\min_t \\langle w_t, u\\rangle/t)" in "score";
    /// Largest ‖w_t‖²/t over the updates t from the second on, in units of the step squared; at the first it is ‖x‖² in every run.
    NORM_GROWTH_MOST: Quantity = "norm_growth_most" in "norm²";
    /// The first update t at which it is reached.
    NORM_GROWTH_AT: u64 = "norm_growth_at" in "updates";
    /// Largest growth of ‖w‖² by one update, in units of the step squared.
    INCREMENT_MOST: Quantity = "increment_most" in "norm²";
    /// Smallest ‖w_t‖²/t² over the updates t, in units of the step squared: no margin of the sample has a larger square.
    HULL_NORM_LEAST: Quantity = "hull_norm_least" in "norm²";
    /// Updates after which ‖w‖² was not the sum of ‖x_s‖² + 2y_s⟨w_s, x_s⟩ over the updates; empty for floats.
    NORM_IDENTITY_FAILURES: u64 = "norm_identity_failures" in "updates";
}

/// Measures, after every update of a run, the quantities that the convergence proofs bound, such as ⟨w, u⟩ and ‖w‖².
pub(super) struct Invariants;

impl Measurement for Invariants {
    fn observer<'l>(&self, learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        Some(Box::new(InvariantObserver::new(learner)))
    }
}

impl MeasuringObserver for InvariantObserver<'_> {
    fn fill(self: Box<Self>, record: &mut Record, _: &CompletedRun) {
        if let Some(invariants) = self.invariants() {
            describe(record, &invariants);
        }
    }
}

fn describe(record: &mut Record, invariants: &Extremes) {
    record.set(columns::PLANTED_LEAST, invariants.planted_least.clone());
    record.set(columns::PROGRESS_LEAST, invariants.progress_least.clone());
    if let Some((growth, update)) = &invariants.norm_growth_most {
        record.set(columns::NORM_GROWTH_MOST, growth.clone());
        record.set(columns::NORM_GROWTH_AT, *update);
    }
    record.set(columns::INCREMENT_MOST, invariants.increment_most.clone());
    record.set(columns::HULL_NORM_LEAST, invariants.hull_norm_least.clone());
    record.set(
        columns::NORM_IDENTITY_FAILURES,
        invariants.norm_identity_failures,
    );
}
