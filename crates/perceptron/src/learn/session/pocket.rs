//! Keeps the weight vector with the fewest errors on the sample: the pocket algorithm with ratchet (Gallant 1990).

use super::learner_state::LearnerState;
use super::{HypothesisMemory, Session};
use crate::learn::StopReason;
use crate::sample::{FastPath, Label, OutOfRange};

impl<S: FastPath> Session<'_, S> {
    /// Puts the current weight vector into the pocket if it makes fewer errors on the sample than the vector in it; does nothing for other
    /// hypotheses. It must be called before every update and at the end of the run. Returns why the run stops if an error count is impossible.
    pub(in crate::learn) fn fill_pocket(
        &mut self,
        store: &S,
        labels: &[Label],
    ) -> Option<StopReason> {
        let HypothesisMemory::Pocket(best) = &mut self.memory else {
            return None;
        };
        let fewest = best.as_ref().map_or(usize::MAX, |(errors, _)| *errors);
        match fewer_errors(&self.state, store, labels, fewest) {
            Ok(Some(errors)) => *best = Some((errors, self.state.weights.clone())),
            Ok(None) => {}
            Err(reason) => return Some(reason),
        }
        None
    }
}

/// Counts the errors of the current weight vector on the sample without the left-out example; `None` if there are `fewest` or more, which ends the
/// count early. Every score is counted as work of the run.
fn fewer_errors<S: FastPath>(
    state: &LearnerState<S>,
    store: &S,
    labels: &[Label],
    fewest: usize,
) -> Result<Option<usize>, StopReason> {
    let mut errors = 0;
    for (example, &label) in labels.iter().enumerate() {
        if errors >= fewest {
            break;
        }
        if state.left_out == Some(example) {
            continue;
        }
        state.budget.spend(store.products(example));
        let score = store.dot(example, &state.weights);
        let score = score.map_err(|OutOfRange| StopReason::OutOfRange)?;
        let judged = state.criterion.judge(label, score);
        errors += usize::from(judged.ok_or(StopReason::Undecided)?.mistake);
    }
    Ok((errors < fewest).then_some(errors))
}
