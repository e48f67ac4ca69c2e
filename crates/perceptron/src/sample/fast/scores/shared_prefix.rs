//! Holds the run on all examples, so that other runs can look up its scores as long as they make the same updates.

use super::gram_matrix::GramMatrix;
use super::state::ScoreState;

/// Updates from w = 0, and the scores of all examples after each of them.
#[derive(Debug)]
pub(super) struct SharedPrefix {
    /// Examples and factors.
    updates: Vec<(usize, i64)>,
    /// The scores at w = 0 and after each update: one more than updates.
    states: Vec<ScoreState>,
}

impl SharedPrefix {
    /// The most scores that are stored: 16 MB.
    const MOST_SCORES: usize = 1 << 22;

    /// A run without updates on this number of examples.
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

    /// Whether `update` is the one after the first `followed` updates.
    pub(super) fn goes_on(&self, followed: usize, update: (usize, i64)) -> bool {
        self.updates.get(followed) == Some(&update)
    }

    /// The scores after `followed` updates.
    pub(super) fn state(&self, followed: usize) -> &ScoreState {
        &self.states[followed]
    }

    /// The first `followed` updates.
    pub(super) fn first(&self, followed: usize) -> &[(usize, i64)] {
        &self.updates[..followed]
    }
}
