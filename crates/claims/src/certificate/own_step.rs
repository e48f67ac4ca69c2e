//! Repeats runs of learners with steps of their own, passive-aggressive and Winnow, in f64 as they were made.
//!
//! A step of passive-aggressive brings a score to 1 up to rounding, so rounding decides whether there is a tiny step on the example again. No other
//! arithmetic could say what the run did. This code shares with the learners only the order in which an inner product is added.

use super::answer::ScoreDecision;
use super::exact::Integral;
use perceptron::learn::{OtherLearner, PassiveAggressiveKind};
use perceptron::sample::{Label, Rational, dot};
use serde::{Deserialize, Serialize};

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
}

/// A run with steps of its own that is being repeated.
pub(super) struct OwnRun<'a> {
    learner: &'a CertifiedLearner,
    weights: Vec<f64>,
}

impl<'a> OwnRun<'a> {
    /// Starts a run on samples with this number of features.
    pub(super) fn new(learner: &'a CertifiedLearner, features: usize) -> Self {
        let first = match learner {
            CertifiedLearner::PassiveAggressive { .. } => 0.0,
            CertifiedLearner::Winnow { .. } => 1.0,
        };
        let weights = vec![first; features];
        Self { learner, weights }
    }

    /// Decides on an example; `ties_are_mistakes` is the convention of the run for passive-aggressive.
    pub(super) fn decide(
        &self,
        sample: &Integral,
        example: usize,
        ties_are_mistakes: bool,
    ) -> ScoreDecision {
        let (score, label) = (self.score(sample, example), sample.label(example));
        let tie_counts = match self.learner {
            CertifiedLearner::PassiveAggressive { .. } => {
                ties_are_mistakes || label == Label::Negative
            }
            // At its threshold Winnow predicts −1.
            CertifiedLearner::Winnow { .. } => label == Label::Positive,
        };
        let mistake = score < 0.0 || score == 0.0 && tie_counts;
        let due = match self.learner {
            CertifiedLearner::PassiveAggressive { .. } => score < 1.0,
            CertifiedLearner::Winnow { .. } => mistake,
        };
        ScoreDecision {
            mistake,
            margin_mistake: due,
            due,
        }
    }

    /// Whether a step on an example changes a weight.
    pub(super) fn changes(&self, sample: &Integral, example: usize) -> bool {
        let row = sample.floats(example);
        let mut entries = self.weights.iter().zip(&row);
        match self.learner {
            CertifiedLearner::PassiveAggressive { .. } => dot(&row, &row) > 0.0,
            CertifiedLearner::Winnow { .. } => entries.any(|(w, x)| *x != 0.0 && *w != 0.0),
        }
    }

    /// The score y⟨w, x⟩, or y(⟨w, x⟩ − θ).
    pub(super) fn score(&self, sample: &Integral, example: usize) -> f64 {
        let plain = dot(&sample.floats(example), &self.weights);
        let score = match self.learner {
            CertifiedLearner::PassiveAggressive { .. } => plain,
            CertifiedLearner::Winnow { threshold, .. } => plain - threshold.to_f64(),
        };
        sample.label(example).value() * score
    }

    /// Takes the step on an example.
    pub(super) fn update(&mut self, sample: &Integral, example: usize) {
        let (row, label) = (sample.floats(example), sample.label(example));
        let loss = (1.0 - self.score(sample, example)).max(0.0);
        let entries = self.weights.iter_mut().zip(&row);
        match self.learner {
            CertifiedLearner::PassiveAggressive {
                kind,
                aggressiveness,
            } => {
                let step = size(*kind, aggressiveness.to_f64(), loss, dot(&row, &row));
                let added = step * label.value();
                entries.for_each(|(w, x)| *w += added * x);
            }
            CertifiedLearner::Winnow { promotion, .. } => {
                let factor = match label {
                    Label::Positive => promotion.to_f64(),
                    Label::Negative => 0.0,
                };
                let active = entries.filter(|(_, x)| **x != 0.0);
                active.for_each(|(w, _)| *w *= factor);
            }
        }
    }
}

fn size(kind: PassiveAggressiveKind, c: f64, loss: f64, norm_squared: f64) -> f64 {
    match kind {
        PassiveAggressiveKind::Pa => loss / norm_squared,
        PassiveAggressiveKind::Pa1 => (loss / norm_squared).min(c),
        PassiveAggressiveKind::Pa2 => loss / (norm_squared + 0.5 / c),
    }
}
