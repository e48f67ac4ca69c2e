//! Explores all orders: every weight vector that some sequence of choices reaches, and the shortest, the longest and the mean run.

mod mean;

use super::session::Criterion;
use super::symmetry::Symmetry;
use super::{Explored, StopReason, Variant};
use crate::cancellation;
use crate::sample::{FastPath, Label, OutOfRange};
use crate::threads::Threads;
use mean::{StateMeans, choices};
use std::collections::HashMap;

/// A state of the search over all orders: one orbit of weight vectors under the symmetry of the sample. One vector stands for the orbit, because the
/// symmetry maps the runs from it to the runs from every other vector of the orbit.
struct ExplorationState<Weights> {
    weights: Weights,
    /// Number of weight vectors in this orbit.
    vectors: u128,
    /// Number of updates of a shortest run that reaches this state.
    depth: u64,
    /// Indices of the states that one update leads to, each with the number of examples whose update leads there.
    next: Vec<(usize, u64)>,
}

/// Number of updates still to come from every explored state: the most, and the mean if each choice is uniform.
struct RemainingUpdates {
    most: Vec<u64>,
    means: Option<StateMeans>,
}

/// Explores all weight vectors that a learner reaches on integer features, whatever the order of the examples.
pub(super) struct Explorer<'a, S: FastPath> {
    store: &'a S,
    labels: &'a [Label],
    criterion: Criterion<S>,
    factors: [i64; 2],
    examples: Vec<usize>,
    symmetry: Symmetry,
    states: Vec<ExplorationState<S::Weights>>,
    index: HashMap<Vec<i64>, usize>,
    threads: Threads,
}

/// Number of explored weight vectors whose successors after one update are computed in one parallel block.
const BLOCK: usize = 1024;

impl<'a, S: FastPath<Weights: Sync>> Explorer<'a, S> {
    /// Creates an explorer that starts at w = 0; `rows` are the features of `store` as integers, in multiples of one common unit.
    pub(super) fn new(
        store: &'a S,
        labels: &'a [Label],
        rows: &[Vec<i64>],
        variant: &Variant,
        left_out: Option<usize>,
    ) -> Result<Self, OutOfRange> {
        let examples: Vec<usize> = (0..labels.len())
            .filter(|&example| left_out != Some(example))
            .collect();
        let labelled: Vec<_> = examples
            .iter()
            .map(|&example| (rows[example].clone(), labels[example]))
            .collect();
        let factors = [Label::Negative, Label::Positive].map(|label| variant.rule.factor(label));
        let (criterion, symmetry) = (Criterion::new(store, variant)?, Symmetry::of(&labelled));
        Ok(Self {
            store,
            labels,
            criterion,
            factors,
            examples,
            symmetry,
            states: Vec::new(),
            index: HashMap::new(),
            threads: Threads::One,
        })
    }

    /// Uses these threads to compute the weight vectors that one update leads to.
    pub(super) fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Explores the reachable weight vectors, at most `most_states` orbits of them, and returns why the exploration ended. An exploration that was
    /// cut off has no result.
    pub(super) fn explore(
        mut self,
        most_states: usize,
    ) -> Result<(StopReason, Option<Explored>), OutOfRange> {
        let start = self.key(&self.store.zero())?;
        self.state(start, 0)?;
        let mut current = 0;
        // New states are appended, so that the search is breadth first and depths are those of shortest runs.
        while current < self.states.len() {
            let block = &self.states[current..self.states.len().min(current + BLOCK)];
            let keys_after = |states: &[ExplorationState<S::Weights>]| {
                let keys = states.iter().map(|state| self.keys_after(state));
                keys.collect()
            };
            for keys in self.threads.map(block, keys_after) {
                cancellation::check();
                if self.states.len() > most_states {
                    return Ok((StopReason::StateCap, None));
                }
                self.states[current].next = self.followers(current, keys?)?;
                current += 1;
            }
        }
        let ahead = self.ahead();
        let explored = self.explored(ahead.as_ref())?;
        let reason = match ahead {
            Some(_) => StopReason::CleanPass,
            None if explored.final_vectors == 0 => StopReason::Never,
            None => StopReason::Cycle,
        };
        Ok((reason, Some(explored)))
    }

    /// Returns the index of the state that the integer weight vector `key` represents; the state is added with this depth if it is new.
    fn state(&mut self, key: Vec<i64>, depth: u64) -> Result<usize, OutOfRange> {
        if let Some(&known) = self.index.get(&key) {
            return Ok(known);
        }
        let vectors = self.symmetry.orbit(&key).ok_or(OutOfRange)?;
        // The vector that represents the orbit replaces the one that was reached: their runs correspond.
        let weights = self.store.weights_of(&key).ok_or(OutOfRange)?;
        self.states.push(ExplorationState {
            weights,
            vectors,
            depth,
            next: Vec::new(),
        });
        self.index.insert(key, self.states.len() - 1);
        Ok(self.states.len() - 1)
    }

    fn key(&self, weights: &S::Weights) -> Result<Vec<i64>, OutOfRange> {
        self.store
            .to_integers(weights)
            .map(|integers| self.symmetry.canonical(&integers))
            .ok_or(OutOfRange)
    }

    /// Returns the weight vectors that one update of `weights` leads to, each with the index of the example that is added.
    fn updated(&self, weights: &S::Weights) -> Result<Vec<(usize, S::Weights)>, OutOfRange> {
        let mut updated = Vec::new();
        for &example in &self.examples {
            let label = self.labels[example];
            if self
                .criterion
                .is_due(label, self.store.dot(example, weights)?)
                .ok_or(OutOfRange)?
            {
                let mut next = weights.clone();
                self.store.add(
                    example,
                    self.factors[usize::from(label == Label::Positive)],
                    &mut next,
                )?;
                updated.push((example, next));
            }
        }
        Ok(updated)
    }

    /// Returns the integer weight vectors that represent the orbits after one update from a state, one for each example that calls for an update.
    fn keys_after(
        &self,
        state: &ExplorationState<S::Weights>,
    ) -> Result<Vec<Vec<i64>>, OutOfRange> {
        cancellation::check();
        let updated = self.updated(&state.weights)?;
        updated.iter().map(|(_, next)| self.key(next)).collect()
    }

    fn followers(
        &mut self,
        current: usize,
        keys: Vec<Vec<i64>>,
    ) -> Result<Vec<(usize, u64)>, OutOfRange> {
        let depth = self.states[current].depth + 1;
        let reached = keys.into_iter().map(|key| self.state(key, depth));
        let mut reached = reached.collect::<Result<Vec<_>, _>>()?;
        // Counts the examples that lead to each state, because they are its weight in the mean.
        reached.sort_unstable();
        Ok(reached
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], same.len() as u64))
            .collect())
    }

    /// Returns the indices of all states in topological order, each before the states that its updates lead to; `None` if some run returns to a
    /// state.
    fn sorted(&self) -> Option<Vec<usize>> {
        let mut arrivals = vec![0; self.states.len()];
        self.states
            .iter()
            .flat_map(|state| &state.next)
            .for_each(|&(next, _)| arrivals[next] += 1);
        let mut sorted: Vec<usize> = (0..self.states.len())
            .filter(|&state| arrivals[state] == 0)
            .collect();
        // States on a cycle, or reachable from one, never get to zero arrivals and stay unsorted.
        let mut done = 0;
        while done < sorted.len() {
            for &(next, _) in &self.states[sorted[done]].next {
                arrivals[next] -= 1;
                if arrivals[next] == 0 {
                    sorted.push(next);
                }
            }
            done += 1;
        }
        (sorted.len() == self.states.len()).then_some(sorted)
    }

    fn ahead(&self) -> Option<RemainingUpdates> {
        let sorted = self.sorted()?;
        let mut ahead = RemainingUpdates {
            most: vec![0; self.states.len()],
            means: StateMeans::new(self.states.iter().map(|state| choices(&state.next))),
        };
        // Backwards, so that all states that follow a state are known before it.
        for &state in sorted.iter().rev() {
            let next = &self.states[state].next;
            ahead.most[state] = next
                .iter()
                .map(|&(next, _)| ahead.most[next] + 1)
                .max()
                .unwrap_or(0);
            if let Some(means) = &mut ahead.means {
                means.find(state, next);
            }
        }
        Some(ahead)
    }

    fn explored(&self, ahead: Option<&RemainingUpdates>) -> Result<Explored, OutOfRange> {
        let ends = || self.states.iter().filter(|state| state.next.is_empty());
        let count = |vectors: u128| u64::try_from(vectors).map_err(|_| OutOfRange);
        Ok(Explored {
            states: count(self.states.iter().map(|state| state.vectors).sum())?,
            final_vectors: count(ends().map(|state| state.vectors).sum())?,
            updates_min: ends().map(|state| state.depth).min(),
            // State 0 is the zero vector, where every run starts.
            updates_max: ahead.map(|ahead| ahead.most[0]),
            updates_expected: ahead.and_then(|ahead| ahead.means.as_ref()?.of(0)),
            longest: ahead.map_or(Ok(Vec::new()), |ahead| self.longest(ahead))?,
        })
    }

    /// Returns the example indices of the updates of a longest run. At every weight vector, the run takes an update after which the most updates are
    /// still to come.
    fn longest(&self, ahead: &RemainingUpdates) -> Result<Vec<usize>, OutOfRange> {
        let (mut weights, mut run) = (self.store.zero(), Vec::new());
        for left in (0..ahead.most[0]).rev() {
            for (example, next) in self.updated(&weights)? {
                if self
                    .index
                    .get(&self.key(&next)?)
                    .is_some_and(|&state| ahead.most[state] == left)
                {
                    run.push(example);
                    weights = next;
                    break;
                }
            }
        }
        Ok(run)
    }
}
