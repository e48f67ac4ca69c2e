//! Stores vectors of signs with one bit per feature and one common scale.

use super::fast::lanes::Lanes;
use super::fast::ternary_direction::TernaryDirection;
use super::{
    FastPath, FeatureStore, Label, OutOfRange, Rational, ScanResult, SignWeights, UpcomingExamples,
    UpdateThreshold,
};
use std::cmp::Ordering;

const WORD: usize = u64::BITS as usize;

/// Feature vectors, one per example, with `dimension` features ±scale, one bit each: a set bit means +scale. Bits past the dimension are zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Signs {
    dimension: usize,
    words: Vec<u64>,
    scale: Rational,
}

impl Signs {
    /// Stores rows of bits laid end to end, one row per example; `words` holds `dimension.div_ceil(64)` words per row, the last one padded with
    /// zeros.
    pub fn new(dimension: usize, words: Vec<u64>, scale: Rational) -> Self {
        Self {
            dimension,
            words,
            scale,
        }
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The common absolute value of all features.
    pub fn scale(&self) -> &Rational {
        &self.scale
    }

    fn width(&self) -> usize {
        self.dimension.div_ceil(WORD)
    }

    fn row(&self, example: usize) -> &[u64] {
        &self.words[example * self.width()..(example + 1) * self.width()]
    }

    /// The signs of one example as pairs of a feature's index and −1 or +1.
    pub fn entries(&self, example: usize) -> impl Iterator<Item = (usize, i64)> + Clone {
        (0..self.dimension).map(move |feature| (feature, self.sign(example, feature)))
    }

    /// The sign of one feature of an example, −1 or +1.
    pub fn sign(&self, example: usize, feature: usize) -> i64 {
        let word = self.words[example * self.width() + feature / WORD];
        if word >> (feature % WORD) & 1 == 1 {
            1
        } else {
            -1
        }
    }

    /// Adds `times` times the signs (−1 or +1) of one example to `sums`, which holds one sum per feature.
    pub fn add_signs(&self, example: usize, times: i64, sums: &mut [i64]) {
        for (&word, sums) in self.row(example).iter().zip(sums.chunks_mut(WORD)) {
            for (bit, sum) in sums.iter_mut().enumerate() {
                *sum += (times ^ mask(word, bit)) - mask(word, bit);
            }
        }
    }

    /// The inner product of one example's signs with a direction: Σ ±u_j.
    pub fn project(&self, example: usize, direction: &[i64]) -> i128 {
        let largest = direction
            .iter()
            .map(|u| u.unsigned_abs())
            .max()
            .unwrap_or(0);
        // A sum of `dimension` terms of this size cannot overflow 64 bits.
        if largest <= i64::MAX as u64 / self.dimension.max(1) as u64 {
            return i128::from(self.signed_sum(example, direction));
        }
        self.entries(example)
            .map(|(j, x)| i128::from(x) * i128::from(direction[j]))
            .sum()
    }

    /// The first examples with the smallest and with the largest y⟨u, x⟩, each as its index and this score in units of the scale. `None` for an empty
    /// sample, and for a direction with entries above 16 bits or too many of them, unless all entries are −1, 0 or 1.
    pub fn extreme_scores(&self, direction: &[i64], labels: &[Label]) -> Option<[(usize, i64); 2]> {
        // Trailing zeros of the direction are cut off, so that their features are not read.
        let used = direction
            .iter()
            .rposition(|&u| u != 0)
            .map_or(0, |last| last + 1);
        let (used, width) = (&direction[..used], self.width());
        match TernaryDirection::of(used) {
            Some(votes) => votes.extremes(&self.words, width, labels),
            None => Lanes::of(used)?.extremes(&self.words, width, labels),
        }
    }

    /// Σ ±v_j over `values`, with the signs of one example's features; the caller knows that the sum fits 64 bits.
    fn signed_sum(&self, example: usize, values: &[i64]) -> i64 {
        // A mask is 0 for + and all ones for −: two's complement negates without a branch.
        let chunks = values.chunks(WORD).zip(self.row(example));
        chunks
            .map(|(chunk, &word)| {
                chunk
                    .iter()
                    .enumerate()
                    .map(|(bit, &v)| (v ^ mask(word, bit)) - mask(word, bit))
                    .sum::<i64>()
            })
            .sum()
    }
}

/// A mask m that is 0 if this bit of the word is set, and −1 if not: `(v ^ m) − m` is then v or −v.
fn mask(word: u64, bit: usize) -> i64 {
    ((word >> bit & 1) as i64) - 1
}

impl FeatureStore for Signs {
    type Weights = SignWeights;
    type Score = i128;

    fn examples(&self) -> usize {
        self.words.len() / self.width().max(1)
    }

    fn zero(&self) -> SignWeights {
        SignWeights::zero(self.dimension)
    }

    fn dot(&self, example: usize, weights: &SignWeights) -> Result<i128, OutOfRange> {
        weights.score(self.row(example), |wide| {
            match wide.within(i64::MAX as u64 / self.dimension.max(1) as u64) {
                Some(values) => Ok(i128::from(self.signed_sum(example, values))),
                None => wide.dot(self.entries(example)),
            }
        })
    }

    fn add(
        &self,
        example: usize,
        factor: i64,
        weights: &mut SignWeights,
    ) -> Result<(), OutOfRange> {
        weights.add(self.row(example), factor, self.entries(example))
    }

    /// ⌈ratio/scale²⌉ for features scale·s with signs s: with integer weights W, the score is w·x = (step·scale²)·(W·s).
    fn threshold(&self, ratio: &Rational) -> Result<i128, OutOfRange> {
        // Scores are integers in this unit, so a score is below the ratio exactly if it is below the ratio's ceiling.
        (ratio / &self.scale.square()).ceil_word().ok_or(OutOfRange)
    }

    fn compare(label: Label, score: i128, threshold: i128) -> Option<Ordering> {
        Some((i128::from(label.sign()) * score).cmp(&threshold))
    }

    fn compare_scores(a: (Label, i128), b: (Label, i128)) -> Option<Ordering> {
        Some((i128::from(a.0.sign()) * a.1).cmp(&(i128::from(b.0.sign()) * b.1)))
    }

    fn to_floats(&self, weights: &SignWeights) -> Vec<f64> {
        weights.to_wide().to_floats(1.0 / self.scale.to_f64())
    }

    fn weights_of(&self, values: &[i64]) -> Option<SignWeights> {
        Some(SignWeights::from_integers(values))
    }

    fn to_integers(&self, weights: &SignWeights) -> Option<Vec<i64>> {
        weights.to_wide().to_integers()
    }
}

impl FastPath for Signs {
    fn products(&self, _: usize) -> u64 {
        self.dimension() as u64
    }

    fn uniform_products(&self) -> Option<u64> {
        Some(self.dimension() as u64)
    }

    fn next_above(score: i128) -> Option<i128> {
        score.checked_add(1)
    }

    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &SignWeights,
        due: &UpdateThreshold<i128>,
    ) -> ScanResult<i128> {
        let passed = weights.pass(&self.words, ahead, labels, due);
        passed.unwrap_or(ScanResult::only(0))
    }
}
