//! Fills the columns of what the proofs maintain after every update.

use super::Trial;
use perceptron::learn::Learned;

/// Fills them where they were watched and an update was made.
pub(super) fn describe(trial: &mut Trial, learned: &Learned) {
    let Some(invariants) = &learned.invariants else {
        return;
    };
    trial.planted_least.clone_from(&invariants.planted_least);
    trial.progress_least.clone_from(&invariants.progress_least);
    trial.norm_growth_most = Some(invariants.norm_growth_most.clone());
    trial.increment_most = Some(invariants.increment_most.clone());
    trial.hull_norm_least = Some(invariants.hull_norm_least.clone());
    trial.norm_identity_failures = invariants.norm_identity_failures;
}
