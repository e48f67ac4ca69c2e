//! Holds the scores of all examples under one weight vector, in integer units.

use super::gram_matrix::GramMatrix;
use crate::sample::{Label, UpcomingExamples};
use pulp::{Arch, Simd, WithSimd};

/// Scores y⟨w, x⟩ of all examples under one weight vector, in integer units, with a bound on their error.
#[derive(Debug, Clone)]
pub(super) struct ScoreState {
    /// y⟨w, x⟩ of each example in integer units of the Gram matrix; meaningless once [`ScoreState::is_cached`] is false.
    pub units: Vec<i32>,
    /// An upper bound on the distance of a stored score from the score that is computed from the weight vector.
    pub error: f64,
    /// Σ |factor| over the updates made so far.
    pub(super) updates: u64,
    /// An upper bound on ‖w‖²; infinite once the stored scores are no longer up to date.
    norm_squared: f64,
}

impl ScoreState {
    /// The scores at w = 0, for this number of examples.
    pub(super) fn zero(examples: usize) -> Self {
        Self {
            units: vec![0; examples],
            error: 0.0,
            updates: 0,
            norm_squared: 0.0,
        }
    }

    /// Whether the stored scores are up to date; if not, every score is computed from the weight vector.
    pub(super) fn is_cached(&self) -> bool {
        self.norm_squared.is_finite()
    }

    /// Counts the upcoming examples before the first one whose stored score is below the limit, in units, for its label (−1, +1), so that it may call
    /// for an update.
    pub(super) fn reaching(
        &self,
        limits: [i32; 2],
        labels: &[Label],
        ahead: UpcomingExamples,
    ) -> usize {
        let side = |example: usize| usize::from(labels[example] == Label::Positive);
        match (limits, ahead) {
            ([limit, other], UpcomingExamples::Range(start, end)) if limit == other => {
                let units = &self.units[start..end];
                Arch::new().dispatch(Reaching { units, limit })
            }
            ([limit, other], _) if limit == other => {
                ahead.skipped(|example| self.units[example] >= limit)
            }
            _ => ahead.skipped(|example| self.units[example] >= limits[side(example)]),
        }
    }

    /// Updates the bounds for `times` times the example times its label being added, and returns whether all scores stay in range. Once scores may
    /// have left the range, the answer stays no.
    fn has_memory(&mut self, gram: &GramMatrix, example: usize, times: i64) -> bool {
        let size = times.unsigned_abs();
        let score = f64::from(self.units[example]) * gram.unit;
        // ‖w + t·y·x‖² = ‖w‖² + 2t·y⟨w, x⟩ + t²‖x‖².
        let (t, square) = (times as f64, gram.rows.squares()[example]);
        self.norm_squared += 2.0 * (t * score + t.abs() * self.error) + t * t * square;
        self.updates = self.updates.saturating_add(size);
        self.error = gram.error(self.updates);
        // The factor covers rounding here, and `room` leaves space for the error of the stored scores.
        let room = gram.most - self.error;
        let largest_square = self.norm_squared * gram.products.largest();
        room >= 0.0 && largest_square * (1.0 + 3e-9) <= room * room
    }

    /// Updates all scores for `factor` times an example being added to w, as long as scores stay in range. Returns the row of the Gram matrix that
    /// was added, and its factor.
    pub(super) fn add<'s>(
        &mut self,
        gram: &'s GramMatrix,
        example: usize,
        factor: i64,
    ) -> Option<(&'s [i32], i32)> {
        let times = gram.labels[example].sign() * factor;
        let has_room = self.has_memory(gram, example, times);
        let factor = i32::try_from(times).ok().filter(|_| has_room);
        let added = factor.and_then(|factor| Some((gram.products_of(example)?, factor)));
        let scores = &mut self.units;
        match added {
            Some((row, factor)) => Arch::new().dispatch(AddRow {
                scores,
                row,
                factor,
            }),
            // From now on every score is computed from the weight vector.
            None => {
                self.norm_squared = f64::INFINITY;
                scores.fill(i32::MIN);
            }
        }
        added
    }
}

/// Counts the stored scores before the first one below `limit`, in the vector registers of the processor.
struct Reaching<'a> {
    units: &'a [i32],
    limit: i32,
}

impl WithSimd for Reaching<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        /// The number of scores that are tested per branch.
        const BLOCK: usize = 64;
        let reaches = |units: &i32| *units >= self.limit;
        let (blocks, _) = self.units.as_chunks::<BLOCK>();
        let all = |block: &[i32; BLOCK]| block.iter().fold(true, |all, units| all & reaches(units));
        let before = BLOCK * blocks.iter().take_while(|&block| all(block)).count();
        let rest = &self.units[before..];
        before + rest.iter().take_while(|&units| reaches(units)).count()
    }
}

/// Adds `factor` times a row of the Gram matrix to the scores, in the vector registers of the processor.
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
        // The score of the example left out may wrap, because the caller resets it.
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
