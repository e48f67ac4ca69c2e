//! Keeps the scores of all examples in place of a vector, for runs on one sample again and again.

use super::{Ahead, Dense, Due, FeatureStore, Label, OutOfRange, Passed, Rational, order};
use pulp::{Arch, Simd, WithSimd};
use std::cmp::Ordering;

/// The inner products of all pairs of rows, so that an update changes the scores by a row of them and a score is looked up.
///
/// A run on it is one on the rows, decision by decision: a score is known within a bound on what the rounding of both can come to, and a
/// comparison that it leaves open is `None`.
pub struct ScoreStore {
    products: Vec<f64>,
    examples: usize,
    dimension: usize,
    largest_square: f64,
}

/// The examples but one, which is never due.
pub struct Without<'a> {
    store: &'a ScoreStore,
    example: usize,
    label: Label,
}

/// The scores of all examples; that of the one left out is beyond all limits here, and kept aside.
#[derive(Debug, Clone)]
pub struct Scores {
    scores: Vec<f64>,
    aside: f64,
    updates: u64,
}

/// A score, and how far from it the score of the vector may be.
#[derive(Debug, Clone, Copy)]
pub struct Near {
    value: f64,
    error: f64,
}

impl ScoreStore {
    /// The most examples whose inner products are kept: 128 MB of them.
    pub const MOST_EXAMPLES: usize = 4096;

    /// The inner products of these rows; `None` where there are too many, or where they leave the floats.
    pub fn of(rows: &Dense) -> Option<Self> {
        let examples = rows.squares().len();
        let largest_square = rows.squares().iter().copied().fold(0.0, f64::max);
        let fits = examples <= Self::MOST_EXAMPLES && largest_square.is_finite();
        fits.then(|| Self {
            products: rows.products_of_pairs(),
            examples,
            dimension: rows.dimension(),
            largest_square,
        })
    }

    /// All examples but one with its label.
    pub fn without(&self, example: usize, label: Label) -> Without<'_> {
        Without {
            store: self,
            example,
            label,
        }
    }

    /// ⟨x_i, x_j⟩ for all j.
    fn row(&self, example: usize) -> &[f64] {
        let from = example * self.examples;
        &self.products[from..from + self.examples]
    }

    /// What rounding comes to after so many updates, of the vector's score and of the one kept here: with R² = max ‖x‖², entries of w and of the
    /// sum of products are off by t units of at most tR each, and products of d terms by d; doubled.
    fn error(&self, updates: u64) -> f64 {
        let (t, d) = (updates as f64, self.dimension as f64);
        2.0 * f64::EPSILON * self.largest_square * t * (t + 2.0 * d + 8.0)
    }
}

fn settled(a: Near, b: Near) -> Option<Ordering> {
    let error = a.error + b.error;
    let open = error > 0.0 && (a.value - b.value).abs() <= error;
    if open { None } else { order(a.value, b.value) }
}

fn signed(label: Label, score: Near) -> Near {
    let value = label.value() * score.value;
    Near { value, ..score }
}

impl Without<'_> {
    /// y·(score) of the example that is left out, compared with zero; `None` if rounding leaves it open.
    pub fn left_out(&self, weights: &Scores) -> Option<Ordering> {
        let (value, error) = (weights.aside, self.store.error(weights.updates));
        let zero = Near {
            value: 0.0,
            error: 0.0,
        };
        Self::compare(self.label, Near { value, error }, zero)
    }
}

impl FeatureStore for Without<'_> {
    type Weights = Scores;
    type Score = Near;

    fn examples(&self) -> usize {
        self.store.examples
    }

    fn zero(&self) -> Scores {
        let mut scores = vec![0.0; self.store.examples];
        scores[self.example] = self.label.value() * f64::INFINITY;
        Scores {
            scores,
            aside: 0.0,
            updates: 0,
        }
    }

    fn dot(&self, example: usize, weights: &Scores) -> Result<Near, OutOfRange> {
        Ok(Near {
            value: weights.scores[example],
            error: self.store.error(weights.updates),
        })
    }

    /// What the score of the vector would cost, so that a run ends at the same cap.
    fn products(&self, _: usize) -> u64 {
        self.store.dimension as u64
    }

    fn uniform_products(&self) -> Option<u64> {
        Some(self.store.dimension as u64)
    }

    fn above(score: Near) -> Option<Near> {
        let value = score.value.next_up();
        Some(Near { value, ..score })
    }

    fn pass(
        &self,
        ahead: Ahead,
        labels: &[Label],
        weights: &Scores,
        due: &Due<Near>,
    ) -> Passed<Near> {
        let error = self.store.error(weights.updates);
        let certain = |reach: Near| reach.value + reach.error + error;
        let due = Due {
            reach: due.reach.map(certain),
        };
        let score = |[example]: [usize; 1]| [weights.scores[example]];
        let near = |value| Near { value, error };
        ahead.pass(labels, &due, score).with(near)
    }

    fn add(&self, example: usize, factor: i64, weights: &mut Scores) -> Result<(), OutOfRange> {
        let row = self.store.row(example);
        weights.updates += factor.unsigned_abs();
        weights.aside += factor as f64 * row[self.example];
        let (scores, factor) = (&mut weights.scores, factor as f64);
        Arch::new().dispatch(AddRow {
            scores,
            row,
            factor,
        });
        Ok(())
    }

    fn threshold(&self, ratio: &Rational) -> Result<Near, OutOfRange> {
        let value = ratio.to_f64();
        Ok(Near { value, error: 0.0 })
    }

    fn compare(label: Label, score: Near, threshold: Near) -> Option<Ordering> {
        settled(signed(label, score), threshold)
    }

    fn compare_scores(a: (Label, Near), b: (Label, Near)) -> Option<Ordering> {
        settled(signed(a.0, a.1), signed(b.0, b.1))
    }

    fn to_floats(&self, weights: &Scores) -> Vec<f64> {
        weights.scores.clone()
    }

    fn to_integers(&self, _: &Scores) -> Option<Vec<i64>> {
        None
    }
}

/// Adds a multiple of a row, in the vector registers that the processor has; each sum is one of two numbers, so that the bits are the same.
struct AddRow<'a> {
    scores: &'a mut [f64],
    row: &'a [f64],
    factor: f64,
}

impl WithSimd for AddRow<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let scores = self.scores.iter_mut().zip(self.row);
        scores.for_each(
            #[inline(always)]
            |(score, product)| *score += self.factor * product,
        );
    }
}
