//! Stores the scores of all examples in addition to the weight vector, for leave-one-out, which runs a learner on one sample again and again.
//!
//! Scores are held in integer units of 32 bits. A score is looked up, and an update adds a row of inner products, which `sample/fast/products`
//! computes in single precision when an example is first updated on. Each score is known within a bound. Where the bound leaves a decision open,
//! the weight vector is brought up to date and the score is computed from it, by the same sum as in a plain run. So every decision is the same on
//! every processor, whatever the bits of the rows are, and tests compare.
//!
//! By coupling, only examples that were updated on are left out in a run of their own (`Retraining::Coupled`), which begins where the run with all
//! examples was before its first update on the example. A design whose measures test coupling retrains in full, because a shortcut must not make
//! its own theorem true. Every run then starts where its left-out example is first shown, and judges each example shown by its own scores.
//!
//! Runs share only what is equal without a theorem. As long as a run has made exactly the updates of the run with all examples, the two weight
//! vectors are the same sums, so the scores are looked up in that run (`scores/shared_prefix`). From its first different update on, a run has
//! scores of its own.

mod gram_matrix;
mod shared_prefix;
mod state;
mod store;

pub use store::ScoreStore;

use super::fast_path::FastPath;
use super::upcoming_examples::{ScanResult, UpcomingExamples, UpdateThreshold};
use crate::sample::{Dense, FeatureStore, Label, OutOfRange, Rational};
use state::ScoreState;
use std::cell::RefCell;
use std::cmp::Ordering;

/// A feature store for leave-one-out runs on stored scores: one example, or none, is left out and skipped.
pub struct LeaveOneOutScores<'a> {
    store: &'a ScoreStore<'a>,
    example: Option<usize>,
}

/// The weights of a run on stored scores: y⟨w, x⟩ of all examples, and the weight vector. While the run's updates are those of the store's shared
/// prefix (the run on all examples), scores are looked up there.
#[derive(Debug, Clone)]
pub struct GramScores {
    /// Number of updates that the run has in common with the shared prefix.
    followed: usize,
    /// The scores of this run, from its first update that differs from the shared prefix.
    own: Option<OwnScores>,
    vector: RefCell<LazyVector>,
}

/// Scores of a run that left the shared prefix. In `state`, the example left out has the largest possible score, so that this example never calls for
/// an update.
#[derive(Debug, Clone)]
struct OwnScores {
    state: ScoreState,
    /// The score of the example left out, in integer units.
    apart: i32,
}

/// A weight vector that is brought up to date only when it is read.
#[derive(Debug, Clone, Default)]
struct LazyVector {
    /// The entries of the weight vector, as of the last reading; empty before the first one.
    floats: Vec<f64>,
    /// Number of updates of the shared prefix that `floats` includes.
    followed: usize,
    /// Updates after the shared prefix that `floats` does not include yet, each as the index of the example and its factor.
    pending: Vec<(usize, i64)>,
}

impl LazyVector {
    /// The largest number of updates that may be pending.
    const MOST_PENDING: usize = 1 << 10;

    /// Brings the weight vector up to date with the updates `followed` of the shared prefix and with the pending ones, and returns it.
    fn up_to_date(
        &mut self,
        rows: &Dense,
        followed: &[(usize, i64)],
    ) -> Result<&Vec<f64>, OutOfRange> {
        if self.floats.is_empty() {
            self.floats = rows.zero();
        }
        let before = &followed[self.followed..];
        self.followed = followed.len();
        for (example, factor) in before.iter().copied().chain(self.pending.drain(..)) {
            rows.add(example, factor, &mut self.floats)?;
        }
        Ok(&self.floats)
    }
}

impl ScoreStore<'_> {
    /// The store for a run that leaves out this example, or none.
    pub fn without(&self, example: Option<usize>) -> LeaveOneOutScores<'_> {
        let store = self;
        LeaveOneOutScores { store, example }
    }
}

impl LeaveOneOutScores<'_> {
    fn state<'w>(&'w self, weights: &'w GramScores) -> &'w ScoreState {
        let own = weights.own.as_ref().map(|own| &own.state);
        own.unwrap_or_else(|| self.store.prefix.state(weights.followed))
    }

    /// The stored score of an example in integer units, whether or not the example is left out.
    fn units(&self, example: usize, weights: &GramScores) -> i32 {
        match &weights.own {
            Some(own) if self.skips(example) => own.apart,
            _ => self.state(weights).units[example],
        }
    }

    /// Copies the scores, and moves the score of the example left out to [`OwnScores::apart`].
    fn apart(&self, state: &ScoreState) -> OwnScores {
        let mut state = state.clone();
        let left_out = self.example.map(|example| &mut state.units[example]);
        let apart = left_out.map_or(0, |units| std::mem::replace(units, i32::MAX));
        OwnScores { state, apart }
    }

    /// Copies the scores of a run on all examples, for a run that continues without the example left out.
    pub fn begun_from(&self, all: &GramScores) -> GramScores {
        GramScores {
            followed: all.followed,
            own: all.own.as_ref().map(|own| self.apart(&own.state)),
            vector: all.vector.clone(),
        }
    }

    /// The score ⟨w, x⟩ of an example, or a number with the same sign and on the same side of the threshold `due`; `None` if it is out of range.
    fn standing_for(
        &self,
        example: usize,
        weights: &GramScores,
        due: &UpdateThreshold<f64>,
        label: Label,
    ) -> Option<f64> {
        let state = self.state(weights);
        let score = f64::from(state.units[example]) * self.store.gram.unit;
        let error = state.error;
        let reach = due.min_score[usize::from(label == Label::Positive)];
        let is_clear = state.is_cached() && score.abs() > error;
        if is_clear && score < reach - 2.0 * error {
            return Some(label.value() * score);
        }
        self.dot(example, weights).ok()
    }

    /// Adds `factor` times an example to the weights, along the shared prefix if it makes the same update next.
    fn update(
        &self,
        example: usize,
        factor: i64,
        weights: &mut GramScores,
    ) -> Result<(), OutOfRange> {
        let (gram, trail) = (&self.store.gram, &self.store.prefix);
        if weights.own.is_none() && trail.goes_on(weights.followed, (example, factor)) {
            weights.followed += 1;
            return Ok(());
        }
        let own = (weights.own).get_or_insert_with(|| self.apart(trail.state(weights.followed)));
        let row = own.state.add(gram, example, factor);
        if let Some(left_out) = self.example {
            let product = row.map_or(0, |(row, times)| times.wrapping_mul(row[left_out]));
            own.apart = own.apart.wrapping_add(product);
            // Reset, whatever was added to it.
            own.state.units[left_out] = i32::MAX;
        }
        let vector = weights.vector.get_mut();
        vector.pending.push((example, factor));
        if vector.pending.len() > LazyVector::MOST_PENDING {
            vector.up_to_date(gram.rows, trail.first(weights.followed))?;
        }
        Ok(())
    }
}

impl FeatureStore for LeaveOneOutScores<'_> {
    type Weights = GramScores;
    type Score = f64;

    fn examples(&self) -> usize {
        self.store.gram.labels.len()
    }

    fn zero(&self) -> GramScores {
        GramScores {
            followed: 0,
            own: None,
            vector: RefCell::default(),
        }
    }

    fn dot(&self, example: usize, weights: &GramScores) -> Result<f64, OutOfRange> {
        let mut vector = weights.vector.borrow_mut();
        let followed = self.store.prefix.first(weights.followed);
        let vector = vector.up_to_date(self.store.gram.rows, followed)?;
        Ok(self.store.gram.rows.score(example, vector))
    }

    fn add(&self, example: usize, factor: i64, weights: &mut GramScores) -> Result<(), OutOfRange> {
        self.update(example, factor, weights)
    }

    fn threshold(&self, ratio: &Rational) -> Result<f64, OutOfRange> {
        self.store.gram.rows.threshold(ratio)
    }

    fn compare(label: Label, score: f64, threshold: f64) -> Option<Ordering> {
        Dense::compare(label, score, threshold)
    }

    fn compare_scores(a: (Label, f64), b: (Label, f64)) -> Option<Ordering> {
        Dense::compare_scores(a, b)
    }

    fn to_floats(&self, weights: &GramScores) -> Vec<f64> {
        let mut vector = weights.vector.borrow_mut();
        let followed = self.store.prefix.first(weights.followed);
        let floats = vector.up_to_date(self.store.gram.rows, followed);
        floats.cloned().unwrap_or_default()
    }

    fn to_integers(&self, _: &GramScores) -> Option<Vec<i64>> {
        None
    }
}

impl FastPath for LeaveOneOutScores<'_> {
    /// The cost of a score computed from the weight vector, so that a run on stored scores is cut off at the same cap on work as a plain run.
    fn products(&self, example: usize) -> u64 {
        self.store.gram.rows.products(example)
    }

    fn uniform_products(&self) -> Option<u64> {
        self.store.gram.rows.uniform_products()
    }

    fn next_above(score: f64) -> Option<f64> {
        Dense::next_above(score)
    }

    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &GramScores,
        due: &UpdateThreshold<f64>,
    ) -> ScanResult<f64> {
        let (gram, state) = (&self.store.gram, self.state(weights));
        let limits = due
            .min_score
            .map(|reach| gram.units_to_reach(reach, state.error));
        let mut quiet = 0;
        loop {
            quiet += state.reaching(limits, labels, ahead.after(quiet));
            if quiet == ahead.len() {
                return ScanResult::only(quiet);
            }
            let example = ahead.at(quiet);
            if self.skips(example) {
                quiet += 1;
                continue;
            }
            let label = labels[example];
            let Some(score) = self.standing_for(example, weights, due, label) else {
                return ScanResult::only(quiet);
            };
            if !due.is_reached(label, score) {
                let due = Some((example, score));
                return ScanResult {
                    skipped: quiet,
                    due,
                };
            }
            quiet += 1;
        }
    }

    fn skips(&self, example: usize) -> bool {
        self.example == Some(example)
    }

    fn needs_no_update(
        &self,
        example: usize,
        label: Label,
        weights: &GramScores,
        due: &UpdateThreshold<f64>,
    ) -> bool {
        let reach = due.min_score[usize::from(label == Label::Positive)];
        let state = self.state(weights);
        state.units[example] >= self.store.gram.units_to_reach(reach, state.error)
    }

    fn side(&self, example: usize, label: Label, weights: &GramScores) -> Option<Ordering> {
        let state = self.state(weights);
        let score = f64::from(self.units(example, weights)) * self.store.gram.unit;
        if score.abs() > state.error && state.is_cached() {
            return crate::sample::order(score, 0.0);
        }
        Dense::compare(label, self.dot(example, weights).ok()?, 0.0)
    }

    fn compare_examples(
        &self,
        a: (Label, usize),
        b: (Label, usize),
        weights: &GramScores,
    ) -> Option<Ordering> {
        let state = self.state(weights);
        let [x, y] = [a, b].map(|(_, example)| f64::from(self.units(example, weights)));
        let apart = 2.0 * state.error * self.store.gram.scale;
        if (x - y).abs() > apart && state.is_cached() {
            return crate::sample::order(x, y);
        }
        let score = |example| self.dot(example, weights).ok();
        Self::compare_scores((a.0, score(a.1)?), (b.0, score(b.1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    fn rows() -> (Dense, Vec<Label>) {
        let value = |i: i32| (f64::from(i) * 0.37).fract() - 0.4;
        let rows = Dense::new(7, (0..7 * 150).map(value).collect());
        let labels = (0..150).map(|i| Label::of_sign(i % 3 > 0)).collect();
        (rows, labels)
    }

    /// Compares the cached scores with the weight vector over a series of updates: after each, the next update that is due and comparisons of
    /// examples.
    fn assert_like_the_vector(store: &ScoreStore, labels: &[Label], factor: i64) {
        let kept = store.without(Some(11));
        let (mut weights, mut vector) = (kept.zero(), store.gram.rows.zero());
        for update in 0..400 {
            let example = update * 13 % labels.len();
            kept.add(example, factor, &mut weights).unwrap();
            store.gram.rows.add(example, factor, &mut vector).unwrap();
            let due = UpdateThreshold {
                min_score: [vector[0], 0.2],
            };
            let list: Vec<usize> = (0..90).map(|i| (i * 7 + update) % 150).collect();
            for ahead in [
                UpcomingExamples::Range(3, 150),
                UpcomingExamples::List(&list),
            ] {
                let others =
                    UpcomingExamples::List(&ahead.iter().filter(|&i| i != 11).collect::<Vec<_>>());
                let expected = store.gram.rows.pass(&others, labels, &vector, &due).due;
                let found = kept.pass(&ahead, labels, &weights, &due).due;
                let sides = |(example, score): (usize, f64)| {
                    (
                        example,
                        score > 0.0,
                        score < 0.0,
                        due.is_reached(labels[example], score),
                    )
                };
                assert_eq!(found.map(sides), expected.map(sides), "{update}");
            }
            for (a, b) in [(0, 1), (11, 12), (update % 150, 140)] {
                let pair = ((labels[a], a), (labels[b], b));
                let expected = store.gram.rows.compare_examples(pair.0, pair.1, &vector);
                assert_eq!(kept.compare_examples(pair.0, pair.1, &weights), expected);
            }
        }
        assert_eq!(kept.to_floats(&weights), vector);
    }

    #[test]
    fn cached_scores_decide_like_the_weight_vector() {
        let (rows, labels) = rows();
        for factor in [1, -3] {
            let store = ScoreStore::of(&rows, &labels, 100.0).unwrap();
            assert_like_the_vector(&store, &labels, factor);
        }
    }

    #[test]
    fn out_of_range_or_uncached_scores_come_from_the_weight_vector() {
        let (rows, labels) = rows();
        for (norm, factor, room) in [(0.0, 1 << 20, usize::MAX), (0.0, 5, 300), (0.0, 1 << 40, 0)] {
            let store = ScoreStore::of(&rows, &labels, norm).unwrap();
            store.gram.memory.store(room, Relaxed);
            assert_like_the_vector(&store, &labels, factor);
        }
    }

    #[test]
    fn cached_scores_are_dropped_if_their_error_bound_is_too_large() {
        let (rows, labels) = rows();
        let store = ScoreStore::of(&rows, &labels, 10.0).unwrap();
        let mut state = ScoreState::zero(labels.len());
        // The updates cancel, so the vector stays short while the error bound of the cached scores grows.
        for (updates, is_kept) in [(0, true), (1 << 20, true), (1 << 40, false)] {
            state.updates = updates;
            state.add(&store.gram, 1, 1);
            state.add(&store.gram, 1, -1);
            assert_eq!(state.is_cached(), is_kept, "{updates}");
        }
    }

    #[test]
    fn runs_that_leave_a_shared_prefix_have_the_scores_of_the_weights() {
        let (rows, labels) = rows();
        let mut store = ScoreStore::of(&rows, &labels, 100.0).unwrap();
        let update = |update: usize| (update * 13 % labels.len(), 1);
        for length in [0, 1, 30, 400, 1000] {
            let updates: Vec<(usize, i64)> = (0..length).map(update).collect();
            store.lead(&updates);
            // The first run follows the shared prefix to its end, the second leaves it at once.
            assert_like_the_vector(&store, &labels, 1);
            assert_like_the_vector(&store, &labels, 2);
        }
    }

    #[test]
    fn needs_no_update_is_true_only_for_examples_that_reach_the_threshold() {
        let (rows, labels) = rows();
        let store = ScoreStore::of(&rows, &labels, 10.0).unwrap();
        let kept = store.without(Some(4));
        let mut weights = kept.zero();
        (0..40).for_each(|example| kept.add(example, 1, &mut weights).unwrap());
        let due = UpdateThreshold {
            min_score: [0.1, 0.3],
        };
        let mut sure = 0;
        for (example, &label) in labels.iter().enumerate() {
            let is_quiet = due.is_reached(label, kept.dot(example, &weights).unwrap());
            let is_sure = kept.needs_no_update(example, label, &weights, &due);
            assert!(is_quiet || !is_sure || example == 4, "{example}");
            sure += usize::from(is_sure);
        }
        assert!(sure > 10 && sure < 140, "{sure}");
    }
}
