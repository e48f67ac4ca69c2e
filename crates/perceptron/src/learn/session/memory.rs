//! Records what a hypothesis needs in addition to the last weight vector.

use super::Session;
use super::learner_state::LearnerState;
use crate::learn::hypothesis::{HypothesisKind, Returned};
use crate::sample::{FastPath, OutOfRange};

/// Records of a run in addition to its last weight vector, so that it can return the averaged, the voted, the pocket or the
/// longest surviving hypothesis.
pub(in crate::learn) enum HypothesisMemory<S: FastPath> {
    Nothing,
    /// The kind of mean, and for every update: the index of its example, the factor by which the example was added to w, and its number, from 1, among
    /// the examples shown.
    Updates(HypothesisKind, Vec<(usize, i64, u64)>),
    /// Every earlier weight vector, with the number of examples shown that it survived; then the number of examples shown before the current vector.
    Votes(Vec<(u64, S::Weights)>, u64),
    /// The first of the weight vectors with the fewest errors on the sample, of those counted so far, with its number of errors; `None` before the
    /// first count.
    Pocket(Option<(usize, S::Weights)>),
    /// Of the earlier weight vectors the one that survived the most examples shown, with their number; then the number of examples shown before the
    /// current vector.
    Survivor(Option<(u64, S::Weights)>, u64),
}

impl<S: FastPath> HypothesisMemory<S> {
    /// Creates the memory for a hypothesis, before the first update.
    pub(in crate::learn) fn of(hypothesis: HypothesisKind) -> Self {
        match hypothesis {
            mean if mean.is_mean() => Self::Updates(mean, Vec::new()),
            HypothesisKind::Voted => Self::Votes(Vec::new(), 0),
            HypothesisKind::Pocket => Self::Pocket(None),
            HypothesisKind::LongestSurvivor => Self::Survivor(None, 0),
            _ => Self::Nothing,
        }
    }

    /// Records an update that is about to be made: its example, its factor, and its number among the examples shown.
    pub(in crate::learn) fn note(
        &mut self,
        update: (usize, i64, u64),
        products: u64,
        state: &mut LearnerState<S>,
    ) {
        match self {
            // The errors of the vector were counted before, because that may fail.
            Self::Nothing | Self::Pocket(_) => {}
            Self::Updates(_, updates) => updates.push(update),
            Self::Votes(votes, since) => {
                state.budget.keep(products);
                // The example that calls for an update already counts for the new vector.
                let before = update.2 - 1;
                votes.push((before - *since, state.weights.clone()));
                *since = before;
            }
            Self::Survivor(longest, since) => {
                let before = update.2 - 1;
                let survived = before - *since;
                if longest.as_ref().is_none_or(|(most, _)| survived > *most) {
                    *longest = Some((survived, state.weights.clone()));
                }
                *since = before;
            }
        }
    }
}

impl<S: FastPath> Session<'_, S> {
    /// Returns the hypothesis of this run: its last weight vector, the mean of its weight vectors, all of them, the longest survivor, or the one in the
    /// pocket. [`fill_pocket`](Self::fill_pocket) must have put the last one there if it is the best. An update at the t-th example shown belongs to the vectors after
    /// examples t, …, T. So the mean of the last k vectors is, up to the factor k, the sum of min(k, T − t + 1)·y·x over the updates.
    pub(in crate::learn) fn returned(self, store: &S) -> Result<Returned<S>, OutOfRange> {
        let draws = self.counts.draws;
        match self.memory {
            HypothesisMemory::Nothing => Ok(Returned::Linear(self.state.weights)),
            HypothesisMemory::Updates(kind, updates) => {
                let mut mean = store.zero();
                let averaged = kind.averages(draws).unwrap_or(draws);
                for (example, factor, draw) in updates {
                    let share = averaged.min(draws - draw + 1);
                    let share = i64::try_from(share).map_err(|_| OutOfRange)?;
                    store.add(example, factor * share, &mut mean)?;
                }
                Ok(Returned::Linear(mean))
            }
            HypothesisMemory::Pocket(best) => Ok(Returned::Linear(
                best.map_or(self.state.weights, |(_, weights)| weights),
            )),
            HypothesisMemory::Survivor(longest, since) => {
                let longest = longest.filter(|(survived, _)| *survived >= draws - since);
                Ok(Returned::Linear(
                    longest.map_or(self.state.weights, |(_, weights)| weights),
                ))
            }
            HypothesisMemory::Votes(mut votes, since) => {
                votes.push((draws - since, self.state.weights));
                Ok(Returned::Voted(votes))
            }
        }
    }
}
