//! Holds the run on all examples, so that other runs can look up its scores as long as they make the same updates.

use super::gram_matrix::GramMatrix;
use super::state::ScoreState;

/// The first updates of the run on all examples, from w = 0, and the scores of all examples after each update.
#[derive(Debug)]
pub(super) struct SharedPrefix {
    /// The updates in order, each as the index of the example and the factor by which it is added.
    updates: Vec<(usize, i64)>,
    /// The scores of all examples at w = 0, and after each update.
    states: Vec<ScoreState>,
}

impl SharedPrefix {
    /// The largest number of scores that are stored: 16 MB.
    const MOST_SCORES: usize = 1 << 22;

    /// A prefix without updates, for a sample with this number of examples.
    pub(super) fn new(examples: usize) -> Self {
        Self {
            updates: Vec::new(),
            states: vec![ScoreState::zero(examples)],
        }
    }

    /// Records these updates, as far as their scores stay in range and fit in memory.
    pub(super) fn of(gram: &GramMatrix, updates: &[(usize, i64)]) -> Self {
        let mut trail = Self::new(gram.labels.len());
        let most = Self::MOST_SCORES / gram.labels.len().max(1);
        for &(example, factor) in updates.iter().take(most) {
            let mut state = trail.state(trail.updates.len()).clone();
            state.add(gram, example, factor);
            if !state.is_cached() {
                break;
            }
            trail.updates.push((example, factor));
            trail.states.push(state);
        }
        trail
    }

    /// Whether `update` (index and factor) is the next of the prefix, for a run that has made its first `followed` updates.
    pub(super) fn goes_on(&self, followed: usize, update: (usize, i64)) -> bool {
        self.updates.get(followed) == Some(&update)
    }

    /// The scores of all examples after the first `followed` updates of the prefix.
    pub(super) fn state(&self, followed: usize) -> &ScoreState {
        &self.states[followed]
    }

    /// The first `followed` updates of the prefix, each as index and factor.
    pub(super) fn first(&self, followed: usize) -> &[(usize, i64)] {
        &self.updates[..followed]
    }
}
