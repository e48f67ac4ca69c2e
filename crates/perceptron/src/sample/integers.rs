//! Stores rational features as integer numerators over one denominator.

use super::fast::one_by_one;
use super::{
    FastPath, FeatureStore, IntegerWeights, Label, OutOfRange, Rational, ScanResult,
    UpcomingExamples, UpdateThreshold,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use std::cmp::Ordering;

/// Feature vectors, one per example, as rows of `dimension` numerators over a common positive denominator.
#[derive(Debug, Clone, PartialEq)]
pub struct Integers {
    dimension: usize,
    values: Vec<i64>,
    denominator: i64,
    largest: u64,
    /// Weight vectors whose entries are at most this in absolute value have scores that fit 64 bits.
    safe: u64,
    /// The squared norm of every row, in squared units of the numerators.
    squares: Vec<i128>,
}

impl Default for Integers {
    /// A store without examples and features.
    fn default() -> Self {
        Self::new(0, Vec::new(), 1)
    }
}

impl Integers {
    /// Stores rows of `dimension` numerators each, laid end to end, over `denominator` ≥ 1.
    pub fn new(dimension: usize, values: Vec<i64>, denominator: i64) -> Self {
        let largest = values.iter().map(|v| v.unsigned_abs()).max().unwrap_or(0);
        let rows = values.chunks_exact(dimension.max(1));
        let squares = rows.map(|row| square(row.iter().copied())).collect();
        Self {
            dimension,
            values,
            denominator,
            largest,
            safe: safe(largest, dimension),
            squares,
        }
    }

    /// Brings rows of fractions to their least common denominator; an error if a numerator then exceeds 64 bits.
    pub fn from_rationals(dimension: usize, values: &[Rational]) -> Result<Self, OutOfRange> {
        // The multiple only grows, so a long list need not be read to its end.
        let common = |lcm: BigInt, value: &Rational| {
            let next = lcm.lcm(&value.denominator());
            (next <= BigInt::from(i64::MAX)).then_some(next)
        };
        let denominator = values.iter().try_fold(BigInt::one(), common);
        let denominator = denominator.ok_or(OutOfRange)?;
        let numerator = |value: &Rational| {
            (value.numerator() * (&denominator / value.denominator()))
                .to_i64()
                .ok_or(OutOfRange)
        };
        let numerators = values
            .iter()
            .map(numerator)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self::new(
            dimension,
            numerators,
            denominator.to_i64().ok_or(OutOfRange)?,
        ))
    }

    /// Appends the constant feature 1 to every row, without a second copy of the rows.
    pub(super) fn extended(self) -> Self {
        let values = extended(self.values, self.dimension, self.denominator);
        Self::new(self.dimension + 1, values, self.denominator)
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The common denominator of all features.
    pub fn denominator(&self) -> i64 {
        self.denominator
    }

    /// The squared norm of every row, in squared units of the numerators.
    pub fn squares(&self) -> &[i128] {
        &self.squares
    }

    /// Calls `take` with the index of every example and its inner product with the direction, in units of one over the denominator.
    pub(super) fn each_score(&self, direction: &[i64], mut take: impl FnMut(usize, i128)) {
        let safe = reach(direction) <= self.safe;
        for example in 0..self.squares.len() {
            let score = match safe {
                true => self.narrow_dot(example, direction).into(),
                false => product(self.entries(example), direction),
            };
            take(example, score);
        }
    }

    /// The inner product of an example's numerators with integer weights, in 64 bits; the caller knows that all weights are within `safe`.
    #[inline(always)]
    fn narrow_dot(&self, example: usize, weights: &[i64]) -> i64 {
        let pairs = self.row(example).iter().zip(weights);
        pairs.map(|(x, w)| x * w).sum()
    }

    /// The numerators of one example.
    pub fn row(&self, example: usize) -> &[i64] {
        &self.values[example * self.dimension..(example + 1) * self.dimension]
    }

    /// The numerators of one example with their indices.
    pub fn entries(&self, example: usize) -> impl Iterator<Item = (usize, i64)> + Clone {
        self.row(example).iter().copied().enumerate()
    }
}

/// The items of `FeatureStore` that the stores `Integers` and `Sparse` share: weights, scores and thresholds are integers.
macro_rules! over_one_denominator {
    () => {
        type Weights = IntegerWeights;
        type Score = i128;

        fn zero(&self) -> IntegerWeights {
            IntegerWeights::zero(self.dimension)
        }

        fn dot(&self, example: usize, weights: &IntegerWeights) -> Result<i128, OutOfRange> {
            match weights.within(self.safe) {
                Some(values) => Ok(self.narrow_dot(example, values).into()),
                None => weights.dot(self.entries(example)),
            }
        }

        fn add(
            &self,
            example: usize,
            factor: i64,
            weights: &mut IntegerWeights,
        ) -> Result<(), OutOfRange> {
            weights.add(factor, self.largest, self.entries(example))
        }

        /// ⌈ratio·q²⌉ for features X/q: with integer weights W, the weight vector is step·W/q, so that w·x = step·(W·X)/q².
        fn threshold(&self, ratio: &Rational) -> Result<i128, OutOfRange> {
            // Scores are integers in this unit, so a score is below the ratio exactly if it is below the ratio's ceiling.
            (ratio * &Rational::from(self.denominator).square())
                .ceil_word()
                .ok_or(OutOfRange)
        }

        fn compare(label: Label, score: i128, threshold: i128) -> Option<Ordering> {
            Some(signed(label, score).cmp(&threshold))
        }

        fn compare_scores(a: (Label, i128), b: (Label, i128)) -> Option<Ordering> {
            Some(signed(a.0, a.1).cmp(&signed(b.0, b.1)))
        }

        fn to_floats(&self, weights: &IntegerWeights) -> Vec<f64> {
            weights.to_floats(self.denominator as f64)
        }

        fn weights_of(&self, values: &[i64]) -> Option<IntegerWeights> {
            Some(IntegerWeights::from_integers(values))
        }

        fn to_integers(&self, weights: &IntegerWeights) -> Option<Vec<i64>> {
            weights.to_integers()
        }
    };
}

pub(super) use over_one_denominator;

impl FeatureStore for Integers {
    over_one_denominator!();

    fn examples(&self) -> usize {
        self.values.len() / self.dimension.max(1)
    }
}

impl FastPath for Integers {
    fn next_above(score: i128) -> Option<i128> {
        score.checked_add(1)
    }

    fn products(&self, _: usize) -> u64 {
        self.dimension() as u64
    }

    fn uniform_products(&self) -> Option<u64> {
        Some(self.dimension() as u64)
    }

    // Inlined, so that the result reaches the learning loop in registers.
    #[inline(always)]
    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &IntegerWeights,
        due: &UpdateThreshold<i128>,
    ) -> ScanResult<i128> {
        match weights.within(self.safe) {
            Some(values) => ahead.pass_narrow(labels, due, |i| self.narrow_dot(i, values)),
            None => one_by_one(self, ahead, labels, weights, due),
        }
    }
}

/// The sum of squares of the numbers of a row.
pub(super) fn square(row: impl Iterator<Item = i64>) -> i128 {
    row.map(|x| i128::from(x) * i128::from(x)).sum()
}

/// The largest absolute value among the entries of a direction.
pub(super) fn reach(direction: &[i64]) -> u64 {
    let sizes = direction.iter().map(|u| u.unsigned_abs());
    sizes.max().unwrap_or(0)
}

/// The inner product of a row of `(index, numerator)` pairs with a direction.
pub(super) fn product(row: impl Iterator<Item = (usize, i64)>, direction: &[i64]) -> i128 {
    row.map(|(index, x)| i128::from(x) * i128::from(direction[index]))
        .sum()
}

/// The largest absolute value of weights for which the sum of `products` products of a weight and a number up to `largest` fits 64 bits.
pub(super) fn safe(largest: u64, products: usize) -> u64 {
    i64::MAX as u64 / largest.max(1) / products.max(1) as u64
}

/// Appends the value `last` to every row of `width` values, for rows laid end to end. Rows are moved from the last to the first, so that none is
/// overwritten before it is moved.
pub(super) fn extended<T: Copy>(mut values: Vec<T>, width: usize, last: T) -> Vec<T> {
    let rows = values.len().checked_div(width).unwrap_or(0);
    values.resize(rows * (width + 1), last);
    for row in (0..rows).rev() {
        values.copy_within(row * width..(row + 1) * width, row * (width + 1));
        values[row * (width + 1) + width] = last;
    }
    values
}

/// `label · score`. The sum that gave the score was checked, so only the negation of the smallest i128 does not fit; it saturates.
pub(super) fn signed(label: Label, score: i128) -> i128 {
    match label {
        Label::Positive => score,
        Label::Negative => score.checked_neg().unwrap_or(i128::MAX),
    }
}
