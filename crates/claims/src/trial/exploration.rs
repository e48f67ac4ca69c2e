//! Fills the columns of all orders, and says whether there is a run to count.

use super::{Record, columns};
use perceptron::learn::{RunResult, StopReason};

/// Fills what an exploration found; whether the learner ran at all, which it does not where some order never ends.
pub(super) fn describe(record: &mut Record, learned: &RunResult) -> bool {
    if let Some(explored) = &learned.explored {
        record.set(columns::UPDATES_MIN, explored.updates_min);
        record.set(columns::UPDATES_MAX, explored.updates_max);
        record.set(columns::UPDATES_EXPECTED, explored.updates_expected.clone());
        record.set(columns::STATES, explored.states);
        record.set(columns::FINAL_VECTORS, explored.final_vectors);
    }
    let reason = learned.reason;
    !matches!(
        reason,
        StopReason::Cycle | StopReason::Never | StopReason::StateCap
    )
}
