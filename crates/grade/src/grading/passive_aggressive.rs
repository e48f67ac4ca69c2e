//! Holds the passive-aggressive rule: its loss, its three steps, and how far rounding can move a step.
//!
//! This is an implementation of its own: it shares nothing with `learn`.

use super::exercise::{Example, Exercise};
use super::rounding::{ScoreComparison, dot, gamma, is_below, size};
use super::vector_words::number;

/// The passive-aggressive rule: w ← w + τ·y·x wherever the loss ℓ = max(0, 1 − y⟨w, x⟩) is positive, with the step τ of one of its three forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PassiveAggressive {
    /// PA: τ = ℓ/‖x‖².
    Plain,
    /// PA-I with the aggressiveness C: τ = min(C, ℓ/‖x‖²).
    Capped(f64),
    /// PA-II with the aggressiveness C: τ = ℓ/(‖x‖² + 1/(2C)).
    Damped(f64),
}

impl PassiveAggressive {
    /// Name of the form, with its aggressiveness.
    pub(super) fn described(self) -> String {
        match self {
            Self::Plain => "PA".into(),
            Self::Capped(c) => format!("PA-I with C = {}", number(c)),
            Self::Damped(c) => format!("PA-II with C = {}", number(c)),
        }
    }

    /// The step τ in symbols.
    pub(super) fn formula(self) -> &'static str {
        match self {
            Self::Plain => "ℓ/‖x‖²",
            Self::Capped(_) => "min(C, ℓ/‖x‖²)",
            Self::Damped(_) => "ℓ/(‖x‖² + 1/(2C))",
        }
    }

    /// What is added to ‖x‖² in the denominator of a step: 1/(2C) for PA-II, otherwise 0.
    pub(super) fn damping(self) -> f64 {
        match self {
            Self::Damped(c) => 0.5 / c,
            _ => 0.0,
        }
    }

    /// The step τ for the loss ℓ on an example with ‖x‖² = `squared`; 0 for the example 0, which no step can help.
    pub(super) fn step(self, loss: f64, squared: f64) -> f64 {
        if squared == 0.0 || loss <= 0.0 {
            return 0.0;
        }
        let step = loss / (squared + self.damping());
        match self {
            Self::Capped(c) => step.min(c),
            _ => step,
        }
    }

    /// Whether the loss of the weights `w` on an example is positive, if rounding may have moved the score by `drift`.
    pub(super) fn due(self, w: &[f64], (x, y): Example, drift: f64) -> ScoreComparison {
        is_below((w, x), (y * dot(w, x), 1.0), drift)
    }

    /// The weights that a step on an example gives.
    pub(super) fn after(self, w: &[f64], (x, y): Example) -> Vec<f64> {
        let factor = y * self.step(loss(w, (x, y)), dot(x, x));
        w.iter().zip(x).map(|(w, x)| w + factor * x).collect()
    }

    /// For each weight, the largest difference between two computations in doubles of the same step from the same weights, whatever the order of
    /// summation.
    ///
    /// # Formula
    /// 2γ·(|wᵢ| + 2|xᵢ|(1 + Σⱼ|wⱼxⱼ|)/(‖x‖² + damping)) with γ = γ_{N+16} for N features. The score has an error of at most γ_N Σ|wⱼxⱼ|, and the loss is
    /// at most 1 + Σ|wⱼxⱼ|. ‖x‖², which has only positive terms, and the remaining operations have relative errors of at most γ_{N+16} together. The cap
    /// of PA-I enlarges no difference. The factor 2 is for both computations.
    pub(super) fn tolerances(self, w: &[f64], x: &[f64]) -> Vec<f64> {
        let squared = dot(x, x) + self.damping();
        let largest = match squared > 0.0 {
            true => 2.0 * (1.0 + size(w, x)) / squared,
            false => 0.0,
        };
        let room = 2.0 * gamma(x.len() + 16);
        let pairs = w.iter().zip(x);
        pairs
            .map(|(w, x)| room * (w.abs() + largest * x.abs()))
            .collect()
    }
}

/// Indices of the examples on which the rule updates in one pass over a sample, computed from 0; `None` if rounding leaves a decision open.
///
/// A step of each form maps weights to weights without enlarging distances (it minimizes a convex function plus a half of the squared distance), so
/// two runs are apart by at most the sum of their roundings.
pub(super) fn updates(rule: PassiveAggressive, exercise: &Exercise) -> Option<Vec<usize>> {
    let (mut w, mut drift) = (vec![0.0; exercise.dimension], 0.0);
    let mut updates = Vec::new();
    for (at, (x, label)) in exercise.shown.iter().enumerate() {
        let example = (x.as_slice(), label.value());
        match rule.due(&w, example, drift * norm(x)) {
            ScoreComparison::Open => return None,
            ScoreComparison::No => {}
            ScoreComparison::Yes => {
                updates.push(at);
                drift += norm(&rule.tolerances(&w, x));
                w = rule.after(&w, example);
            }
        }
    }
    Some(updates)
}

/// The length ‖x‖.
pub(super) fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// The hinge loss ℓ = max(0, 1 − y⟨w, x⟩).
pub(super) fn loss(w: &[f64], (x, y): Example) -> f64 {
    (1.0 - y * dot(w, x)).max(0.0)
}
