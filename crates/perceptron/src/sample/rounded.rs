//! Stores features that only approximate exact data, such as x/‖x‖ for integer x, and detects when rounding would decide.

use super::dense::Dense;
use super::float_rows::dot;
use super::{FastPath, FeatureStore, Label, OutOfRange, Rational};
use std::cmp::Ordering;

/// Feature vectors, one per example, of floats that approximate exact numbers with a relative error of a few half-ulps each.
///
/// # Formula
/// With k additions and n features, the computed score differs from the true one by at most (k + n + 8)·ε·Σ_j A_j|x_j|, where A_j = Σ_s |x_sj| over
/// the additions made. This covers k + 3 half-ulps per weight from the entries and the additions, and n + 3 per product from the entry and the sum.
/// If the bound leaves the sign of a comparison open, the comparison is undecided, not guessed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounded {
    rows: Dense,
}

/// A float weight vector, with what bounds its rounding error: for each weight the sum of absolute values added to it, and the number of additions.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundedWeights {
    values: Vec<f64>,
    magnitudes: Vec<f64>,
    additions: u64,
}

/// A score with a bound on its rounding error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundedScore {
    /// The computed score ⟨w, x⟩.
    pub value: f64,
    /// An upper bound on the distance of the computed score from the score without rounding.
    pub error: f64,
}

impl Rounded {
    /// Stores rows, one per example, that approximate exact features with a relative error of at most three half-ulps each.
    pub fn new(rows: Dense) -> Self {
        Self { rows }
    }

    /// The approximate features of all examples, one row each.
    pub fn rows(&self) -> &Dense {
        &self.rows
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.rows.dimension()
    }

    /// The approximate features of one example.
    pub fn row(&self, example: usize) -> &[f64] {
        self.rows.row(example)
    }
}

fn settle(difference: f64, error: f64) -> Option<Ordering> {
    // Without an error, a difference of zero is a true tie; within an error, the sign could be either.
    if error == 0.0 || difference.abs() > error {
        super::order(difference, 0.0)
    } else {
        None
    }
}

impl FeatureStore for Rounded {
    type Weights = RoundedWeights;
    type Score = BoundedScore;

    fn examples(&self) -> usize {
        self.rows.examples()
    }

    fn zero(&self) -> RoundedWeights {
        RoundedWeights {
            values: self.rows.zero(),
            magnitudes: self.rows.zero(),
            additions: 0,
        }
    }

    fn dot(&self, example: usize, weights: &RoundedWeights) -> Result<BoundedScore, OutOfRange> {
        let row = self.rows.row(example);
        let magnitude: f64 = row
            .iter()
            .zip(&weights.magnitudes)
            .map(|(x, a)| x.abs() * a)
            .sum();
        let factor = (weights.additions as f64 + row.len() as f64 + 8.0) * f64::EPSILON;
        Ok(BoundedScore {
            value: dot(row, &weights.values),
            // Zero at w = 0, where all scores are exact ties.
            error: factor * magnitude,
        })
    }

    fn add(
        &self,
        example: usize,
        factor: i64,
        weights: &mut RoundedWeights,
    ) -> Result<(), OutOfRange> {
        self.rows.add(example, factor, &mut weights.values)?;
        let size = factor.unsigned_abs() as f64;
        weights
            .magnitudes
            .iter_mut()
            .zip(self.rows.row(example))
            .for_each(|(a, x)| *a += size * x.abs());
        weights.additions += 1;
        Ok(())
    }

    fn threshold(&self, ratio: &Rational) -> Result<BoundedScore, OutOfRange> {
        let value = ratio.to_f64();
        // Floats represent thresholds such as 0 and 1 exactly, so exact ties stay decidable.
        let error = if Rational::from_float(value) == *ratio {
            0.0
        } else {
            value.abs() * f64::EPSILON
        };
        Ok(BoundedScore { value, error })
    }

    fn compare(label: Label, score: BoundedScore, threshold: BoundedScore) -> Option<Ordering> {
        // This subtraction rounds too, hence the third term of the error.
        let difference = label.value() * score.value - threshold.value;
        settle(
            difference,
            score.error + threshold.error + difference.abs() * f64::EPSILON,
        )
    }

    fn compare_scores(a: (Label, BoundedScore), b: (Label, BoundedScore)) -> Option<Ordering> {
        let difference = a.0.value() * a.1.value - b.0.value() * b.1.value;
        settle(
            difference,
            a.1.error + b.1.error + difference.abs() * f64::EPSILON,
        )
    }

    fn to_floats(&self, weights: &RoundedWeights) -> Vec<f64> {
        weights.values.clone()
    }

    fn to_integers(&self, _: &RoundedWeights) -> Option<Vec<i64>> {
        None
    }
}

impl FastPath for Rounded {
    fn products(&self, _: usize) -> u64 {
        self.dimension() as u64
    }

    fn next_above(_: BoundedScore) -> Option<BoundedScore> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_that_is_zero_only_up_to_rounding_is_left_undecided() {
        let third = 1.0 / 3.0;
        let store = Rounded::new(Dense::new(2, vec![third, third, third, -third]));
        let mut weights = store.zero();
        assert_eq!(
            store
                .dot(0, &weights)
                .map(|s| Rounded::compare(Label::Positive, s, s)),
            Ok(Some(Ordering::Equal))
        );
        assert!(store.add(0, 1, &mut weights).is_ok());
        let zero = BoundedScore {
            value: 0.0,
            error: 0.0,
        };
        assert_eq!(
            store
                .dot(1, &weights)
                .map(|s| Rounded::compare(Label::Positive, s, zero)),
            Ok(None)
        );
        assert_eq!(
            store
                .dot(0, &weights)
                .map(|s| Rounded::compare(Label::Positive, s, zero)),
            Ok(Some(Ordering::Greater))
        );
    }
}
