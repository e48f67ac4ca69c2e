//! Keeps the scores of all examples beside a vector, for runs on one sample again and again.

mod store;

pub use store::ScoreStore;

use super::{Ahead, Dense, Due, FeatureStore, Label, OutOfRange, Passed, Rational};
use pulp::{Arch, Simd, WithSimd};
use std::cell::RefCell;
use std::cmp::Ordering;

/// The examples, or all but one, which is passed over.
pub struct Without<'a> {
    store: &'a ScoreStore<'a>,
    example: Option<usize>,
}

/// y⟨w, x⟩ of all examples, and the vector; the score of the example left out is beyond all limits.
#[derive(Debug, Clone)]
pub struct Scores {
    /// In units; of no use where `norm_squared` is infinite.
    scores: Vec<i32>,
    /// That of the example left out.
    apart: i32,
    vector: RefCell<Vector>,
    /// Σ |factor| of the updates.
    updates: u64,
    /// How far a kept score may be from that of the vector.
    error: f64,
    /// ‖w‖² is not above.
    norm_squared: f64,
}

/// A vector that is brought up to date when it is asked.
#[derive(Debug, Clone)]
struct Vector {
    floats: Vec<f64>,
    /// Updates that it lacks: examples and factors.
    pending: Vec<(usize, i64)>,
}

impl Scores {
    /// The same, with one example left out from now on.
    pub fn without(mut self, example: usize) -> Self {
        self.apart = std::mem::replace(&mut self.scores[example], i32::MAX);
        self
    }
}

impl Vector {
    /// How many updates may wait.
    const MOST_PENDING: usize = 1 << 10;

    fn up_to_date(&mut self, rows: &Dense) -> Result<&Vec<f64>, OutOfRange> {
        for (example, factor) in self.pending.drain(..) {
            rows.add(example, factor, &mut self.floats)?;
        }
        Ok(&self.floats)
    }
}

impl Without<'_> {
    /// Whether all scores stay in range when so many times an example and its label are added; once they have left it, they do not.
    fn has_room(&self, example: usize, times: i64, weights: &mut Scores) -> bool {
        let (store, size) = (self.store, times.unsigned_abs());
        let score = f64::from(weights.scores[example]) * store.unit;
        // ‖w + t·y·x‖² = ‖w‖² + 2t·y⟨w, x⟩ + t²‖x‖².
        let (t, square) = (times as f64, store.rows.squares()[example]);
        weights.norm_squared += 2.0 * (t * score + t.abs() * weights.error) + t * t * square;
        weights.updates = weights.updates.saturating_add(size);
        weights.error = store.error(weights.updates);
        // A little more, for what was rounded; and kept scores may be off.
        let room = store.most - weights.error;
        let largest_square = weights.norm_squared * store.products.largest();
        room >= 0.0 && largest_square * (1.0 + 3e-9) <= room * room
    }

    /// The score of an example, or a number on the same side of zero and of what it must reach.
    fn standing_for(
        &self,
        example: usize,
        weights: &Scores,
        due: &Due<f64>,
        label: Label,
    ) -> Option<f64> {
        let score = f64::from(weights.scores[example]) * self.store.unit;
        let error = weights.error;
        let reach = due.reach[usize::from(label == Label::Positive)];
        let is_clear = weights.norm_squared.is_finite() && score.abs() > error;
        if is_clear && score < reach - 2.0 * error {
            return Some(label.value() * score);
        }
        self.dot(example, weights).ok()
    }

    /// Adds so many times the products of an example to all scores, as long as they are in range.
    fn add_products(&self, example: usize, factor: i64, weights: &mut Scores) {
        let store = self.store;
        let times = store.labels[example].sign() * factor;
        let has_room = self.has_room(example, times, weights);
        let factor = i32::try_from(times).ok().filter(|_| has_room);
        let scores = &mut weights.scores;
        match factor.and_then(|factor| Some((factor, store.products_of(example)?))) {
            Some((factor, row)) => {
                let apart = self
                    .example
                    .map_or(0, |example| factor.wrapping_mul(row[example]));
                weights.apart = weights.apart.wrapping_add(apart);
                Arch::new().dispatch(AddRow {
                    scores,
                    row,
                    factor,
                });
            }
            // From now on every score is that of the vector.
            None => {
                weights.norm_squared = f64::INFINITY;
                scores.fill(i32::MIN);
            }
        }
        if let Some(example) = self.example {
            scores[example] = i32::MAX;
        }
    }
}

/// How many come before one that may be due: whose score is below the limit of its label.
fn reaching(scores: &[i32], limits: [i32; 2], labels: &[Label], ahead: Ahead) -> usize {
    let side = |example: usize| usize::from(labels[example] == Label::Positive);
    match limits {
        [limit, other] if limit == other => ahead.quiet(|example| scores[example] >= limit),
        _ => ahead.quiet(|example| scores[example] >= limits[side(example)]),
    }
}

impl FeatureStore for Without<'_> {
    type Weights = Scores;
    type Score = f64;

    fn examples(&self) -> usize {
        self.store.labels.len()
    }

    fn zero(&self) -> Scores {
        let zero = Scores {
            scores: vec![0; self.store.labels.len()],
            apart: 0,
            vector: RefCell::new(Vector {
                floats: self.store.rows.zero(),
                pending: Vec::new(),
            }),
            updates: 0,
            error: 0.0,
            norm_squared: 0.0,
        };
        match self.example {
            Some(example) => zero.without(example),
            None => zero,
        }
    }

    fn dot(&self, example: usize, weights: &Scores) -> Result<f64, OutOfRange> {
        let mut vector = weights.vector.borrow_mut();
        let vector = vector.up_to_date(self.store.rows)?;
        Ok(self.store.rows.score(example, vector))
    }

    /// What the score of the vector would cost, so that a run ends at the same cap.
    fn products(&self, example: usize) -> u64 {
        self.store.rows.products(example)
    }

    fn uniform_products(&self) -> Option<u64> {
        self.store.rows.uniform_products()
    }

    fn above(score: f64) -> Option<f64> {
        Dense::above(score)
    }

    fn passes_over(&self, example: usize) -> bool {
        self.example == Some(example)
    }

    fn pass(
        &self,
        ahead: Ahead,
        labels: &[Label],
        weights: &Scores,
        due: &Due<f64>,
    ) -> Passed<f64> {
        let store = self.store;
        let limits = due
            .reach
            .map(|reach| store.units_to_reach(reach, weights.error));
        let mut quiet = 0;
        loop {
            quiet += reaching(&weights.scores, limits, labels, ahead.after(quiet));
            if quiet == ahead.len() {
                return Passed::only(quiet);
            }
            let example = ahead.at(quiet);
            let label = labels[example];
            let Some(score) = self.standing_for(example, weights, due, label) else {
                return Passed::only(quiet);
            };
            if !due.is_reached(label, score) {
                let due = Some((example, score));
                return Passed { quiet, due };
            }
            quiet += 1;
        }
    }

    fn side(&self, example: usize, label: Label, weights: &Scores) -> Option<Ordering> {
        let units = match self.example {
            Some(left_out) if left_out == example => weights.apart,
            _ => weights.scores[example],
        };
        let score = f64::from(units) * self.store.unit;
        if score.abs() > weights.error && weights.norm_squared.is_finite() {
            return super::order(score, 0.0);
        }
        Dense::compare(label, self.dot(example, weights).ok()?, 0.0)
    }

    fn is_surely_quiet(
        &self,
        example: usize,
        label: Label,
        weights: &Scores,
        due: &Due<f64>,
    ) -> bool {
        let reach = due.reach[usize::from(label == Label::Positive)];
        weights.scores[example] >= self.store.units_to_reach(reach, weights.error)
    }

    fn compare_examples(
        &self,
        a: (Label, usize),
        b: (Label, usize),
        weights: &Scores,
    ) -> Option<Ordering> {
        let [x, y] = [a, b].map(|(_, example)| f64::from(weights.scores[example]));
        let apart = 2.0 * weights.error * self.store.scale;
        let left_out = [a.1, b.1].into_iter().any(|x| self.passes_over(x));
        if (x - y).abs() > apart && weights.norm_squared.is_finite() && !left_out {
            return super::order(x, y);
        }
        let score = |example| self.dot(example, weights).ok();
        Self::compare_scores((a.0, score(a.1)?), (b.0, score(b.1)?))
    }

    fn add(&self, example: usize, factor: i64, weights: &mut Scores) -> Result<(), OutOfRange> {
        self.add_products(example, factor, weights);
        let vector = weights.vector.get_mut();
        vector.pending.push((example, factor));
        if vector.pending.len() > Vector::MOST_PENDING {
            vector.up_to_date(self.store.rows)?;
        }
        Ok(())
    }

    fn threshold(&self, ratio: &Rational) -> Result<f64, OutOfRange> {
        self.store.rows.threshold(ratio)
    }

    fn compare(label: Label, score: f64, threshold: f64) -> Option<Ordering> {
        Dense::compare(label, score, threshold)
    }

    fn compare_scores(a: (Label, f64), b: (Label, f64)) -> Option<Ordering> {
        Dense::compare_scores(a, b)
    }

    fn to_floats(&self, weights: &Scores) -> Vec<f64> {
        let mut vector = weights.vector.borrow_mut();
        let floats = vector.up_to_date(self.store.rows);
        floats.cloned().unwrap_or_default()
    }

    fn to_integers(&self, _: &Scores) -> Option<Vec<i64>> {
        None
    }
}

/// Adds a multiple of a row, in the vector registers that the processor has.
struct AddRow<'a> {
    scores: &'a mut [i32],
    row: &'a [i32],
    factor: i32,
}

impl WithSimd for AddRow<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let factor = self.factor;
        let scores = self.scores.iter_mut().zip(self.row);
        // That of the example left out may wrap: it is set again.
        match factor {
            1 => scores.for_each(
                #[inline(always)]
                |(score, product)| *score = score.wrapping_add(*product),
            ),
            _ => scores.for_each(
                #[inline(always)]
                |(score, product)| *score = score.wrapping_add(factor.wrapping_mul(*product)),
            ),
        }
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

    /// Updates in turn, and what is passed over after each of them.
    fn assert_like_the_vector(store: &ScoreStore, labels: &[Label], factor: i64) {
        let kept = store.without(Some(11));
        let (mut weights, mut vector) = (kept.zero(), store.rows.zero());
        for update in 0..400 {
            let example = update * 13 % labels.len();
            kept.add(example, factor, &mut weights).unwrap();
            store.rows.add(example, factor, &mut vector).unwrap();
            let due = Due {
                reach: [vector[0], 0.2],
            };
            let list: Vec<usize> = (0..90).map(|i| (i * 7 + update) % 150).collect();
            for ahead in [Ahead::Range(3, 150), Ahead::List(&list)] {
                let others = Ahead::List(&ahead.iter().filter(|&i| i != 11).collect::<Vec<_>>());
                let expected = store.rows.pass(others, labels, &vector, &due).due;
                let found = kept.pass(ahead, labels, &weights, &due).due;
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
                let expected = store.rows.compare_examples(pair.0, pair.1, &vector);
                assert_eq!(kept.compare_examples(pair.0, pair.1, &weights), expected);
            }
        }
        assert_eq!(kept.to_floats(&weights), vector);
    }

    #[test]
    fn kept_scores_decide_as_the_vector_does() {
        let (rows, labels) = rows();
        for factor in [1, -3] {
            let store = ScoreStore::of(&rows, &labels, 100.0).unwrap();
            assert_like_the_vector(&store, &labels, factor);
        }
    }

    #[test]
    fn scores_that_leave_their_range_or_have_no_room_are_those_of_the_vector() {
        let (rows, labels) = rows();
        for (norm, factor, room) in [(0.0, 1 << 20, usize::MAX), (0.0, 5, 300), (0.0, 1 << 40, 0)] {
            let store = ScoreStore::of(&rows, &labels, norm).unwrap();
            store.room.store(room, Relaxed);
            assert_like_the_vector(&store, &labels, factor);
        }
    }

    #[test]
    fn scores_that_may_be_off_by_more_than_there_is_room_for_are_those_of_the_vector() {
        let (rows, labels) = rows();
        let store = ScoreStore::of(&rows, &labels, 10.0).unwrap();
        let kept = store.without(None);
        let mut weights = kept.zero();
        // Turned to and fro, the vector stays short while what is kept of it gets worse.
        for (updates, is_kept) in [(0, true), (1 << 20, true), (1 << 40, false)] {
            weights.updates = updates;
            kept.add(1, 1, &mut weights).unwrap();
            kept.add(1, -1, &mut weights).unwrap();
            assert_eq!(weights.norm_squared.is_finite(), is_kept, "{updates}");
        }
    }

    #[test]
    fn examples_are_surely_quiet_only_if_they_are() {
        let (rows, labels) = rows();
        let store = ScoreStore::of(&rows, &labels, 10.0).unwrap();
        let kept = store.without(Some(4));
        let mut weights = kept.zero();
        (0..40).for_each(|example| kept.add(example, 1, &mut weights).unwrap());
        let due = Due { reach: [0.1, 0.3] };
        let mut sure = 0;
        for (example, &label) in labels.iter().enumerate() {
            let is_quiet = due.is_reached(label, kept.dot(example, &weights).unwrap());
            let is_sure = kept.is_surely_quiet(example, label, &weights, &due);
            assert!(is_quiet || !is_sure || example == 4, "{example}");
            sure += usize::from(is_sure);
        }
        assert!(sure > 10 && sure < 140, "{sure}");
    }
}
