//! Stores rational features that are mostly zero: only the non-zero numerators, over one denominator.

use super::fast::one_by_one;
use super::integers::{over_one_denominator, product, reach, safe, signed, square};
use super::{
    FastPath, FeatureStore, IntegerWeights, Label, OutOfRange, Rational, ScanResult,
    UpcomingExamples, UpdateThreshold,
};
use std::cmp::Ordering;

/// Feature vectors, one per example, as rows of `(index, numerator)` pairs over a common positive denominator; absent features are 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Sparse {
    dimension: usize,
    /// Index in `pairs` at which each row starts, and the end of the last row; empty if every row has exactly one pair.
    starts: Vec<usize>,
    pairs: Vec<(usize, i64)>,
    denominator: i64,
    largest: u64,
    /// Weight vectors whose entries are at most this in absolute value have scores that fit 64 bits.
    safe: u64,
    /// The squared norm of every row, in squared units of the numerators.
    squares: Vec<i128>,
    /// Number of pairs in the shortest and in the longest row.
    lengths: [usize; 2],
}

impl Sparse {
    /// Stores rows of `(index, numerator)` pairs over `denominator` ≥ 1, one row per example; indices are below `dimension` and distinct within a
    /// row.
    pub fn new(dimension: usize, rows: &[Vec<(usize, i64)>], denominator: i64) -> Self {
        let mut store = Self::empty(dimension, denominator, rows.len());
        rows.iter().for_each(|row| store.push(row));
        store
    }

    /// Like [`Sparse::new`], but for rows with one pair each.
    pub fn of_singles(dimension: usize, pairs: Vec<(usize, i64)>, denominator: i64) -> Self {
        let numerators = || pairs.iter().map(|&(_, x)| x);
        let largest = numerators().map(i64::unsigned_abs).max();
        Self {
            dimension,
            starts: Vec::new(),
            denominator,
            largest: largest.unwrap_or(0),
            safe: largest.map_or(u64::MAX, |largest| safe(largest, 1)),
            squares: numerators().map(|x| square([x].into_iter())).collect(),
            lengths: largest.map_or([usize::MAX, 0], |_| [1; 2]),
            pairs,
        }
    }

    /// Returns a store without rows, with memory reserved for `rows` rows of one pair each.
    fn empty(dimension: usize, denominator: i64, rows: usize) -> Self {
        Self {
            dimension,
            starts: Vec::new(),
            pairs: Vec::with_capacity(rows),
            denominator,
            largest: 0,
            safe: u64::MAX,
            squares: Vec::with_capacity(rows),
            lengths: [usize::MAX, 0],
        }
    }

    /// Appends an example, given as `(index, numerator)` pairs.
    pub fn push(&mut self, row: &[(usize, i64)]) {
        let sizes = row.iter().map(|(_, x)| x.unsigned_abs());
        let largest = sizes.fold(self.largest, u64::max);
        let [shortest, longest] = self.lengths;
        let lengths = [shortest.min(row.len()), longest.max(row.len())];
        if largest > self.largest || lengths[1] > longest {
            self.safe = safe(largest, lengths[1]);
        }
        (self.largest, self.lengths) = (largest, lengths);
        if self.starts.is_empty() && row.len() != 1 {
            self.starts.extend(0..=self.pairs.len());
        }
        self.squares.push(square(row.iter().map(|&(_, x)| x)));
        self.pairs.extend_from_slice(row);
        if !self.starts.is_empty() {
            self.starts.push(self.pairs.len());
        }
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The common denominator of all features.
    pub fn denominator(&self) -> i64 {
        self.denominator
    }

    /// Multiplies all numerators by `factor`, appends a constant feature with the numerator `last` to every row, and replaces the denominator.
    pub(super) fn with_offset(
        &self,
        factor: i64,
        last: i64,
        denominator: i64,
    ) -> Result<Self, OutOfRange> {
        let mut store = Self::new(self.dimension + 1, &[], denominator);
        let mut row = Vec::new();
        for example in 0..self.examples() {
            row.clear();
            for (index, x) in self.entries(example) {
                row.push((index, x.checked_mul(factor).ok_or(OutOfRange)?));
            }
            row.extend((last != 0).then_some((self.dimension, last)));
            store.push(&row);
        }
        Ok(store)
    }

    /// Returns a store of the examples with these indices.
    pub(super) fn selected(&self, examples: &[usize]) -> Self {
        let mut store = Self::new(self.dimension, &[], self.denominator);
        examples
            .iter()
            .for_each(|&example| store.push(self.row(example)));
        store
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
        let products = self.row(example).iter();
        products.map(|&(index, x)| weights[index] * x).sum()
    }

    #[inline(always)]
    fn row(&self, example: usize) -> &[(usize, i64)] {
        match &self.starts[..] {
            [] => std::slice::from_ref(&self.pairs[example]),
            starts => &self.pairs[starts[example]..starts[example + 1]],
        }
    }

    /// The non-zero numerators of one example with their indices.
    pub fn entries(&self, example: usize) -> impl Iterator<Item = (usize, i64)> + Clone {
        self.row(example).iter().copied()
    }
}

impl FeatureStore for Sparse {
    over_one_denominator!();

    fn examples(&self) -> usize {
        self.squares.len()
    }
}

impl FastPath for Sparse {
    fn next_above(score: i128) -> Option<i128> {
        score.checked_add(1)
    }

    fn products(&self, example: usize) -> u64 {
        self.row(example).len() as u64
    }

    fn uniform_products(&self) -> Option<u64> {
        let [shortest, longest] = self.lengths;
        (shortest == longest).then_some(longest as u64)
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
            Some(values) if self.starts.is_empty() => ahead.pass_narrow(labels, due, |i| {
                let (index, x) = self.pairs[i];
                values[index] * x
            }),
            Some(values) => ahead.pass_narrow(labels, due, |i| self.narrow_dot(i, values)),
            None => one_by_one(self, ahead, labels, weights, due),
        }
    }
}
