//! Fills the columns of what the proofs maintain after every update.

use super::{Record, columns};
use perceptron::learn::RunResult;

/// Fills them where they were watched and an update was made.
pub(super) fn describe(record: &mut Record, learned: &RunResult) {
    let Some(invariants) = &learned.invariants else {
        return;
    };
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
