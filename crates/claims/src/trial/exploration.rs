//! Fills the columns of all orders, and says whether there is a run to count.

use super::Trial;
use perceptron::learn::{Learned, StopReason};

/// Fills what an exploration found; whether the learner ran at all, which it does not where some order never ends.
pub(super) fn describe(trial: &mut Trial, learned: &Learned) -> bool {
    if let Some(explored) = &learned.explored {
        trial.updates_min = explored.updates_min;
        trial.updates_max = explored.updates_max;
        trial.updates_expected = explored.updates_expected.clone();
        trial.states = Some(explored.states);
        trial.final_vectors = Some(explored.final_vectors);
    }
    !matches!(
        learned.reason,
        StopReason::Cycle | StopReason::Never | StopReason::StateCap
    )
}
