//! Repeats runs of learners with steps of their own, passive-aggressive and Winnow, in exact arithmetic.
//!
//! The weights of Winnow are powers of its promotion. Steps of passive-aggressive are rounded to multiples of 2⁻⁶⁰, so the repeated run is not that of the
//! learner bit by bit. No step enlarges the distance of two runs, so it stays near it. A score is compared with 1 up to 2⁻³⁰: within that, the list of
//! updates says whether there was a step.

use super::answer::{CheckResult, ScoreDecision, rounding_dependent};
use super::exact::{Integral, dot};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use perceptron::learn::{OtherLearner, PassiveAggressiveKind};
use perceptron::sample::{Label, Rational};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Binary digits of a step of passive-aggressive.
const STEP_DIGITS: usize = 60;
/// Binary digits to which a score in floats is trusted.
const SCORE_DIGITS: usize = 30;

/// A learner with steps of its own, and the numbers that decide its steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum CertifiedLearner {
    /// Passive-aggressive: a step of ℓ/‖x‖², at most C, or with 1/(2C) in the denominator.
    PassiveAggressive {
        /// pa, pa-1 or pa-2.
        kind: PassiveAggressiveKind,
        /// The parameter C of pa-1 and pa-2.
        aggressiveness: Rational,
    },
    /// Winnow on features 0 and 1.
    Winnow {
        /// α, the factor of a promotion.
        promotion: Rational,
        /// θ, the value that ⟨w, x⟩ must exceed to predict +1.
        threshold: Rational,
    },
}

impl CertifiedLearner {
    /// The learner with its numbers, on samples with this number of features; `None` for a learner whose runs have no certificates.
    pub(super) fn of(learner: &OtherLearner, features: usize) -> Option<Self> {
        match learner {
            OtherLearner::PassiveAggressive(learner) => Some(Self::PassiveAggressive {
                kind: learner.kind,
                aggressiveness: learner.aggressiveness.clone(),
            }),
            OtherLearner::Winnow(learner) => Some(Self::Winnow {
                promotion: learner.promotion.clone(),
                threshold: learner.threshold_on(features as u64),
            }),
            _ => None,
        }
    }

    /// The weights before the first update.
    pub(super) fn first_weights(&self, features: usize) -> OwnWeights {
        match self {
            Self::PassiveAggressive { .. } => OwnWeights::Sum(vec![BigInt::zero(); features]),
            Self::Winnow { .. } => OwnWeights::Products(vec![Rational::one(); features]),
        }
    }

    /// Decides on an example with this score. Where rounding may have decided, a step is due if it is the next one of the list, `is_listed`.
    pub(super) fn decide(&self, score: &Rational, label: Label, is_listed: bool) -> ScoreDecision {
        let sign = score.cmp(&Rational::zero());
        // Winnow predicts −1 at its threshold; without a threshold a score of 0 is a mistake of both labels.
        let is_winnow = matches!(self, Self::Winnow { .. });
        let tie_counts = !is_winnow || label == Label::Positive;
        let mistake = sign == Ordering::Less || sign == Ordering::Equal && tie_counts;
        let missing = &Rational::one() - score;
        let below = match is_small(&missing) {
            true => is_listed,
            false => !missing.is_negative(),
        };
        let due = if is_winnow { mistake } else { below };
        ScoreDecision {
            mistake,
            margin_mistake: due,
            due,
        }
    }

    /// Whether a step on an example changes a weight.
    pub(super) fn changes(&self, weights: &OwnWeights, sample: &Integral, example: usize) -> bool {
        let mut row = sample.row(example).into_iter();
        match weights {
            OwnWeights::Sum(_) => row.next().is_some(),
            OwnWeights::Products(products) => row.any(|(j, _)| !products[j].is_zero()),
        }
    }

    /// Takes the step on an example.
    pub(super) fn update(&self, weights: &mut OwnWeights, sample: &Integral, example: usize) {
        let added = self.step(weights, sample, example);
        let (row, label) = (sample.row(example), sample.label(example));
        match weights {
            OwnWeights::Sum(sum) => row.iter().for_each(|(j, x)| sum[*j] += x * &added),
            OwnWeights::Products(products) => {
                let factor = match (self, label) {
                    (Self::Winnow { promotion, .. }, Label::Positive) => promotion.clone(),
                    _ => Rational::zero(),
                };
                row.iter()
                    .for_each(|(j, _)| products[*j] = &products[*j] * &factor);
            }
        }
    }

    /// The signed step of passive-aggressive in multiples of 2⁻⁶⁰; 0 for Winnow.
    fn step(&self, weights: &OwnWeights, sample: &Integral, example: usize) -> BigInt {
        let Self::PassiveAggressive {
            kind,
            aggressiveness,
        } = self
        else {
            return BigInt::zero();
        };
        let norm_squared = Rational::from_big(sample.norm_squared(example), BigInt::one());
        let norm_squared = &norm_squared * &sample.unit().square();
        let missing = &Rational::one() - &self.score(weights, sample, example);
        let loss = missing.max(Rational::zero());
        let step = size(*kind, aggressiveness, &loss, &norm_squared);
        rounded(&step) * sample.label(example).sign()
    }

    /// The score y⟨w, x⟩, or y(⟨w, x⟩ − θ), of an example.
    pub(super) fn score(
        &self,
        weights: &OwnWeights,
        sample: &Integral,
        example: usize,
    ) -> Rational {
        let row = sample.row(example);
        let plain = match weights {
            OwnWeights::Sum(sum) => {
                let unit = BigInt::one() << STEP_DIGITS;
                &Rational::from_big(dot(&row, sum), unit) * &sample.unit().square()
            }
            OwnWeights::Products(products) => {
                let chosen = row.iter().map(|(j, _)| &products[*j]);
                chosen.fold(Rational::zero(), |sum, weight| &sum + weight)
            }
        };
        let score = match self {
            Self::PassiveAggressive { .. } => plain,
            Self::Winnow { threshold, .. } => &plain - threshold,
        };
        match sample.label(example) {
            Label::Positive => score,
            Label::Negative => -&score,
        }
    }

    /// Refuses to decide by a score that rounding in floats may have given another sign.
    pub(super) fn require_sign(
        &self,
        score: &Rational,
        field: &str,
        example: usize,
    ) -> Result<(), CheckResult> {
        if score.is_zero() || !is_small(score) || self.is_exact_in_floats() {
            return Ok(());
        }
        let near = score.to_f64();
        rounding_dependent(
            field,
            example,
            format!("its score is {near:?}, and a run in f64 may have another sign"),
        )
    }

    /// Whether floats hold all weights exactly.
    fn is_exact_in_floats(&self) -> bool {
        match self {
            Self::PassiveAggressive { .. } => false,
            Self::Winnow {
                promotion,
                threshold,
            } => [promotion, threshold]
                .iter()
                .all(|number| number.denominator().is_one()),
        }
    }
}

/// The weights of a repeated run.
pub(super) enum OwnWeights {
    /// Sums of y·x times steps, in units of the features and of 2⁻⁶⁰.
    Sum(Vec<BigInt>),
    /// Powers of the promotion, or 0.
    Products(Vec<Rational>),
}

fn size(
    kind: PassiveAggressiveKind,
    c: &Rational,
    loss: &Rational,
    norm_squared: &Rational,
) -> Rational {
    match kind {
        PassiveAggressiveKind::Pa => loss / norm_squared,
        PassiveAggressiveKind::Pa1 => (loss / norm_squared).min(c.clone()),
        PassiveAggressiveKind::Pa2 => loss / &(norm_squared + &(&Rational::new(1, 2) / c)),
    }
}

/// A number as a multiple of 2⁻⁶⁰, rounded down.
fn rounded(number: &Rational) -> BigInt {
    (number.numerator() << STEP_DIGITS) / number.denominator()
}

fn is_small(number: &Rational) -> bool {
    let most = Rational::from_big(BigInt::one(), BigInt::one() << SCORE_DIGITS);
    let size = if number.is_negative() {
        -number
    } else {
        number.clone()
    };
    size <= most
}
