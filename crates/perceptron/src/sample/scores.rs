//! Keeps the scores of all examples in place of a vector, for runs on one sample again and again.

use super::pairs::signed_products;
use super::{Ahead, Dense, Due, FeatureStore, Label, OutOfRange, Passed, Rational, order};
use pulp::{Arch, Simd, WithSimd};
use std::cmp::Ordering;

/// The inner products of all pairs of examples, so that an update changes the scores by a row of them and a score is looked up. Examples are
/// multiplied by their labels, so that a score is y⟨w, x⟩ and no label is asked when it is compared.
///
/// A run on it is one on the rows, decision by decision: a score is known within a bound on what the rounding of both can come to, and a
/// comparison that it leaves open is `None`.
pub struct ScoreStore {
    /// y_i y_j ⟨x_i, x_j⟩.
    products: Vec<f64>,
    labels: Vec<Label>,
    dimension: usize,
    largest_square: f64,
}

/// The examples, or all but one, which is never due.
pub struct Without<'a> {
    store: &'a ScoreStore,
    example: Option<usize>,
}

/// y⟨w, x⟩ of all examples; that of the one left out is beyond all limits here, and kept aside.
#[derive(Debug, Clone)]
pub struct Scores {
    scores: Vec<f64>,
    aside: f64,
    updates: u64,
}

impl Scores {
    /// The same, with one example left out from now on.
    pub fn without(mut self, example: usize) -> Self {
        self.aside = std::mem::replace(&mut self.scores[example], f64::INFINITY);
        self
    }
}

/// A score times its label, and how far from it that of the vector may be.
#[derive(Debug, Clone, Copy)]
pub struct Near {
    value: f64,
    error: f64,
    label: Label,
}

impl Near {
    /// A number that no label belongs to.
    fn number(value: f64) -> Self {
        Self {
            value,
            error: 0.0,
            label: Label::Positive,
        }
    }

    /// The same score times a label.
    fn times(self, label: Label) -> Self {
        let turned = label != self.label;
        let value = if turned { -self.value } else { self.value };
        Self { value, ..self }
    }
}

impl ScoreStore {
    /// The most examples whose inner products are kept: 128 MB of them.
    pub const MOST_EXAMPLES: usize = 4096;

    /// The inner products of these examples; `None` where there are too many, or where they leave the floats.
    pub fn of(rows: &Dense, labels: &[Label]) -> Option<Self> {
        let largest_square = rows.squares().iter().copied().fold(0.0, f64::max);
        let fits = labels.len() <= Self::MOST_EXAMPLES && largest_square.is_finite();
        fits.then(|| Self {
            products: signed_products(rows, labels),
            labels: labels.to_vec(),
            dimension: rows.dimension(),
            largest_square,
        })
    }

    /// All examples but one, or all of them.
    pub fn without(&self, example: Option<usize>) -> Without<'_> {
        let store = self;
        Without { store, example }
    }

    /// y_i y_j ⟨x_i, x_j⟩ for all j.
    fn row(&self, example: usize) -> &[f64] {
        let (from, examples) = (example * self.labels.len(), self.labels.len());
        &self.products[from..from + examples]
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

impl Without<'_> {
    /// y·(score) of the example that is left out, compared with zero; `None` if rounding leaves it open.
    pub fn left_out(&self, weights: &Scores) -> Option<Ordering> {
        let score = Near {
            value: weights.aside,
            ..self.score(self.example?, weights)
        };
        settled(score, Near::number(0.0))
    }

    fn score(&self, example: usize, weights: &Scores) -> Near {
        Near {
            value: weights.scores[example],
            error: self.store.error(weights.updates),
            label: self.store.labels[example],
        }
    }
}

impl FeatureStore for Without<'_> {
    type Weights = Scores;
    type Score = Near;

    fn examples(&self) -> usize {
        self.store.labels.len()
    }

    fn zero(&self) -> Scores {
        let zero = Scores {
            scores: vec![0.0; self.store.labels.len()],
            aside: 0.0,
            updates: 0,
        };
        match self.example {
            Some(example) => zero.without(example),
            None => zero,
        }
    }

    fn dot(&self, example: usize, weights: &Scores) -> Result<Near, OutOfRange> {
        Ok(self.score(example, weights))
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
        let [negative, positive] = due.reach.map(|reach| reach.value + reach.error + error);
        let scores = &weights.scores[..];
        // A score that is no number is not passed over.
        let quiet = if negative == positive {
            ahead.quiet(|example| scores[example] >= positive)
        } else {
            let reach = |example: usize| {
                [negative, positive][usize::from(labels[example] == Label::Positive)]
            };
            ahead.quiet(|example| scores[example] >= reach(example))
        };
        let due = (quiet < ahead.len()).then(|| ahead.at(quiet));
        let due = due.map(|example| (example, self.score(example, weights)));
        Passed { quiet, due }
    }

    fn add(&self, example: usize, factor: i64, weights: &mut Scores) -> Result<(), OutOfRange> {
        let row = self.store.row(example);
        weights.updates += factor.unsigned_abs();
        let factor = self.store.labels[example].value() * factor as f64;
        weights.aside += self.example.map_or(0.0, |example| factor * row[example]);
        let scores = &mut weights.scores;
        Arch::new().dispatch(AddRow {
            scores,
            row,
            factor,
        });
        Ok(())
    }

    fn threshold(&self, ratio: &Rational) -> Result<Near, OutOfRange> {
        Ok(Near::number(ratio.to_f64()))
    }

    fn compare(label: Label, score: Near, threshold: Near) -> Option<Ordering> {
        settled(score.times(label), threshold)
    }

    fn compare_scores(a: (Label, Near), b: (Label, Near)) -> Option<Ordering> {
        settled(a.1.times(a.0), b.1.times(b.0))
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
