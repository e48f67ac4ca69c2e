//! The run on all examples, so that others have its scores as long as they make the same updates.

use super::gram_matrix::GramMatrix;
use super::state::ScoreState;

/// Updates from w = 0, and the scores after each of them.
#[derive(Debug)]
pub(super) struct SharedPrefix {
    /// Examples and factors.
    updates: Vec<(usize, i64)>,
    /// One more than updates.
    states: Vec<ScoreState>,
}

impl SharedPrefix {
    /// The most scores of a trail: 16 MB of them.
    const MOST_SCORES: usize = 1 << 22;

    /// The beginning, with so many examples.
    pub(super) fn new(examples: usize) -> Self {
        Self {
            updates: Vec::new(),
            states: vec![ScoreState::zero(examples)],
        }
    }

    /// These updates, as far as scores are kept and there is room.
    pub(super) fn of(gram: &GramMatrix, updates: &[(usize, i64)]) -> Self {
        let mut trail = Self::new(gram.labels.len());
        let most = Self::MOST_SCORES / gram.labels.len().max(1);
        for &(example, factor) in updates.iter().take(most) {
            let mut state = trail.state(trail.updates.len()).clone();
            state.add(gram, example, factor);
            if !state.is_kept() {
                break;
            }
            trail.updates.push((example, factor));
            trail.states.push(state);
        }
        trail
    }

    /// Whether this is the update after so many.
    pub(super) fn goes_on(&self, followed: usize, update: (usize, i64)) -> bool {
        self.updates.get(followed) == Some(&update)
    }

    /// The scores after so many updates.
    pub(super) fn state(&self, followed: usize) -> &ScoreState {
        &self.states[followed]
    }

    /// So many updates.
    pub(super) fn first(&self, followed: usize) -> &[(usize, i64)] {
        &self.updates[..followed]
    }
}
