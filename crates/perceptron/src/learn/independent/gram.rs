//! Holds the dual perceptron: one coefficient per example, updated with the Gram matrix alone.

use super::Task;
use super::number::Number;
use super::online_run::OnlineLearner;
use crate::learn::Hypothesis;
use crate::sample::{Label, OutOfRange, Rational};
use num_traits::ToPrimitive;
use std::borrow::Cow;

/// Gram matrix: the inner products of all pairs of examples, row by row.
pub(super) enum Gram {
    /// Integer inner products, with the unit of which they are multiples.
    Exact(Vec<i128>, Rational),
    /// Inner products as floats.
    Floats(Vec<f64>),
}

impl Gram {
    /// Flips the sign of the inner product at this index, for the mutant that trusts a damaged matrix.
    pub(super) fn corrupt(&mut self, index: usize) {
        match self {
            Self::Exact(entries, _) => entries[index] = -entries[index],
            Self::Floats(entries) => entries[index] = -entries[index],
        }
    }

    /// Adds λ to the inner product of every one of the examples with itself.
    pub(super) fn widen(&mut self, lambda: &Rational, examples: usize) -> Result<(), OutOfRange> {
        if lambda.is_zero() {
            return Ok(());
        }
        let places = (0..examples).map(|example| example * (examples + 1));
        match self {
            Self::Exact(entries, unit) => {
                let added = lambda / &*unit;
                let size = |of: &num_bigint::BigInt| of.to_i128().ok_or(OutOfRange);
                let (above, below) = (size(&added.numerator())?, size(&added.denominator())?);
                *unit = &*unit / &Rational::from(below);
                for entry in &mut *entries {
                    *entry = entry.checked_mul(below).ok_or(OutOfRange)?;
                }
                for place in places {
                    entries[place] = entries[place].checked_add(above).ok_or(OutOfRange)?;
                }
            }
            Self::Floats(entries) => places.for_each(|place| entries[place] += lambda.to_f64()),
        }
        Ok(())
    }

    /// Returns the value that y_i Σ_j α_j G_ij must reach so that no update is due, in the units of the matrix G; `ratio` is threshold/step of the
    /// rule.
    fn threshold(&self, ratio: &Rational) -> Result<Number, OutOfRange> {
        match self {
            // Scores are integers, so they are below the ratio exactly if they are below its ceiling.
            Self::Exact(_, unit) => (ratio / unit)
                .ceil()
                .to_i128()
                .map(Number::Integer)
                .ok_or(OutOfRange),
            Self::Floats(_) => Ok(Number::Float(ratio.to_f64())),
        }
    }

    /// Returns the score Σ_j α_j G_ij of example i, for the coefficients α.
    fn score(&self, example: usize, coefficients: &[i64]) -> Result<Number, OutOfRange> {
        let row = example * coefficients.len()..(example + 1) * coefficients.len();
        match self {
            Self::Exact(entries, _) => {
                let mut sum: i128 = 0;
                for (&entry, &coefficient) in entries[row].iter().zip(coefficients) {
                    let product = entry
                        .checked_mul(i128::from(coefficient))
                        .ok_or(OutOfRange)?;
                    sum = sum.checked_add(product).ok_or(OutOfRange)?;
                }
                Ok(Number::Integer(sum))
            }
            Self::Floats(entries) => {
                let products = entries[row]
                    .iter()
                    .zip(coefficients)
                    .map(|(entry, &coefficient)| entry * coefficient as f64);
                Ok(Number::Float(products.sum()))
            }
        }
    }
}

/// Returns the inner products of all pairs of integer rows.
pub(super) fn products(rows: &[Vec<i64>]) -> Result<Vec<i128>, OutOfRange> {
    let dot = |a: &Vec<i64>, b: &Vec<i64>| {
        // A product of two 64-bit words fits; only the sum can overflow.
        let product = |(&x, &z): (&i64, &i64)| i128::from(x) * i128::from(z);
        a.iter()
            .zip(b)
            .map(product)
            .try_fold(0_i128, i128::checked_add)
            .ok_or(OutOfRange)
    };
    rows.iter()
        .flat_map(|a| rows.iter().map(move |b| dot(a, b)))
        .collect()
}

/// Returns the features of every example as integers, one row per example; `None` if they are not exact.
pub(super) fn integer_rows(task: &Task) -> Option<Vec<Vec<i64>>> {
    (0..task.labels.len())
        .map(|example| task.features.integer_row(example))
        .collect()
}

/// Returns the features of every example as floats, one row per example.
pub(super) fn float_rows<'a>(task: &'a Task) -> Vec<Cow<'a, [f64]>> {
    (0..task.labels.len())
        .map(|example| task.features.row(example))
        .collect()
}

/// A learner in dual form: it stores one coefficient α_i per example, with w = step·Σ α_i x_i, and never w itself.
pub(super) struct Coefficients<'a> {
    gram: Gram,
    labels: &'a [Label],
    alpha: Vec<i64>,
    threshold: Option<Number>,
    /// The largest number of updates on one example, if there is one.
    most_updates: Option<u64>,
    /// Computes the weight vector from the coefficients; returns `None` for a kernel, which has no weight vector.
    vector: &'a dyn Fn(&[i64]) -> Option<Hypothesis>,
}

impl<'a> Coefficients<'a> {
    /// Creates a learner in dual form with all coefficients zero; `gram` holds the inner products or the kernel of all pairs of examples.
    pub(super) fn new(
        task: &Task<'a>,
        gram: Gram,
        most_updates: Option<u64>,
        vector: &'a dyn Fn(&[i64]) -> Option<Hypothesis>,
    ) -> Result<Self, OutOfRange> {
        let rule = task.rule;
        let threshold = rule
            .threshold()
            .map(|threshold| gram.threshold(&(threshold / &rule.step())))
            .transpose()?;
        Ok(Self {
            gram,
            labels: task.labels,
            alpha: vec![0; task.labels.len()],
            threshold,
            most_updates,
            vector,
        })
    }
}

impl OnlineLearner for Coefficients<'_> {
    fn score(&self, example: usize) -> Result<Number, OutOfRange> {
        self.gram.score(example, &self.alpha)
    }

    fn products(&self) -> u64 {
        let examples = self.alpha.len() as u64;
        match self.gram {
            // The products have 128 bits and are checked, which costs more.
            Gram::Exact(..) => 4 * examples,
            Gram::Floats(_) => examples,
        }
    }

    fn threshold(&self) -> Option<&Number> {
        self.threshold.as_ref()
    }

    fn update(&mut self, example: usize) -> Result<bool, OutOfRange> {
        let made = self.alpha[example].unsigned_abs();
        let is_allowed = self.most_updates.is_none_or(|most| made < most);
        if is_allowed {
            self.alpha[example] += self.labels[example].sign();
        }
        Ok(is_allowed)
    }

    fn hypothesis(&self) -> Option<Hypothesis> {
        (self.vector)(&self.alpha)
    }

    fn coefficients(&self) -> Option<Vec<i64>> {
        Some(self.alpha.clone())
    }
}
