//! Holds a weight vector without its intercept, in fractions or floats, for the independent implementations that store one.

use super::Task;
use super::number::Number;
use crate::learn::{Hypothesis, Linear};
use crate::sample::{Label, Rational, dot};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// Weight vector θ without an intercept, in fractions if the features are exact, otherwise in floats.
pub(super) enum OffsetVector {
    /// One weight per feature, as fractions.
    Exact(Vec<Rational>),
    /// One weight per feature, as floats.
    Floats(Vec<f64>),
}

impl OffsetVector {
    /// Returns the zero vector, with one weight for each feature of the task.
    pub(super) fn zero(task: &Task) -> Self {
        let dimension = task.features.dimension();
        if task.features.is_exact() {
            Self::Exact(vec![Rational::zero(); dimension])
        } else {
            Self::Floats(vec![0.0; dimension])
        }
    }

    /// Returns the score ⟨θ, x⟩ of an example.
    pub(super) fn score(&self, task: &Task, example: usize) -> Number {
        match self {
            Self::Exact(weights) => {
                let row = task.features.exact_row(example).unwrap_or_default();
                Number::Fraction(
                    weights
                        .iter()
                        .zip(&row)
                        .fold(Rational::zero(), |sum, (w, x)| &sum + &(w * x)),
                )
            }
            Self::Floats(weights) => Number::Float(dot(&task.features.row(example), weights)),
        }
    }

    /// Cost of one score, in multiplications of two machine words.
    pub(super) fn products(&self) -> u64 {
        match self {
            // A fraction is reduced after every product and every sum.
            Self::Exact(weights) => 512 * weights.len() as u64,
            Self::Floats(weights) => weights.len() as u64,
        }
    }

    /// Converts a number to the kind of the weights: a fraction or a float.
    pub(super) fn number(&self, value: &Rational) -> Number {
        match self {
            Self::Exact(_) => Number::Fraction(value.clone()),
            Self::Floats(_) => Number::Float(value.to_f64()),
        }
    }

    /// Replaces θ by θ − step·g, where the gradient g is −label·x of an example x.
    pub(super) fn descend(&mut self, task: &Task, example: usize, label: Label, step: &Rational) {
        match self {
            Self::Exact(weights) => {
                let factor = &-&Rational::from(label.sign()) * step;
                let row = task.features.exact_row(example).unwrap_or_default();
                weights
                    .iter_mut()
                    .zip(&row)
                    .for_each(|(w, x)| *w = &*w - &(&factor * x));
            }
            Self::Floats(weights) => {
                let (sign, step) = (label.value(), step.to_f64());
                weights
                    .iter_mut()
                    .zip(task.features.row(example).iter())
                    .for_each(|(w, x)| *w -= step * (-sign * x));
            }
        }
    }

    /// Returns θ as a hypothesis, with the intercept as its last weight if one is given.
    pub(super) fn hypothesis(&self, intercept: Option<i64>) -> Hypothesis {
        let last = intercept.map(Rational::from);
        match self {
            Self::Exact(weights) => {
                let all: Vec<Rational> = weights.iter().cloned().chain(last).collect();
                Hypothesis::Linear(Linear {
                    weights: all.iter().map(Rational::to_f64).collect(),
                    integers: integers(&all),
                })
            }
            Self::Floats(weights) => {
                let weights = weights
                    .iter()
                    .copied()
                    .chain(last.map(|last| last.to_f64()))
                    .collect();
                Hypothesis::Linear(Linear {
                    weights,
                    integers: None,
                })
            }
        }
    }
}

/// Returns the weights times the least common multiple of their denominators, as integers; `None` if one of them does not fit 64 bits.
fn integers(weights: &[Rational]) -> Option<Vec<i64>> {
    let common = weights
        .iter()
        .fold(BigInt::one(), |lcm, weight| lcm.lcm(&weight.denominator()));
    weights
        .iter()
        .map(|weight| (weight.numerator() * (&common / weight.denominator())).to_i64())
        .collect()
}
