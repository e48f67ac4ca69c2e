//! Takes the smallest step that gives the example a margin of 1: passive-aggressive learning.

use super::own_step::{self, OwnStep, ShownExample, StepTaken};
use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::documented;
use crate::learn::RunResult;
use crate::sample::{OutOfRange, Rational};
use serde::{Deserialize, Serialize};

/// How the step of the passive-aggressive learner is kept small.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PassiveAggressiveKind {
    /// The full step, ℓ/‖x‖².
    #[default]
    Pa,
    /// PA-I: at most C.
    #[serde(rename = "pa-1")]
    #[strum(serialize = "pa-1")]
    Pa1,
    /// PA-II: ℓ/(‖x‖² + 1/(2C)).
    #[serde(rename = "pa-2")]
    #[strum(serialize = "pa-2")]
    Pa2,
}

crate::documented::choice!(PassiveAggressiveKind);

impl PassiveAggressiveKind {
    /// Whether the step is the full one, without the parameter C.
    pub fn is_full(&self) -> bool {
        *self == Self::Pa
    }
}

documented! {
    name = "passive-aggressive";
    /// Where the hinge loss ℓ = max(0, 1 − y⟨w, x⟩) is above 0, take the smallest step after which it is 0; PA-I and PA-II take a smaller one.
    ///
    /// # Formula
    /// w ← w + τ·y·x with τ = ℓ/‖x‖² (pa), min(C, ℓ/‖x‖²) (pa-1) or ℓ/(‖x‖² + 1/(2C)) (pa-2).
    /// # Premise
    /// An update is due where y⟨w, x⟩ < 1, so that updates are no mistakes. The step depends on the score, so w is no sum of examples, and theorems
    /// about such sums do not apply. Runs are in floats.
    /// # Source
    /// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, JMLR 7 (2006) 551–585; docs/theory.md: X8.
    /// # Examples
    /// ```toml
    /// order   = "stream"
    /// learner = { passive-aggressive = { kind = "pa-1", aggressiveness = "1/2" } }
    /// ```
    pub struct PassiveAggressive {
        /// The step: "pa" is the full one, "pa-1" at most C, "pa-2" has 1/(2C) in the denominator.
        #[serde(skip_serializing_if = "PassiveAggressiveKind::is_full")]
        pub kind: PassiveAggressiveKind = "pa",
        /// The parameter C of pa-1 and pa-2: an integer, or a fraction or decimal in quotes.
        pub aggressiveness: Rational as "(0, ∞)" = 1,
        /// A mutant for controls: the step is multiplied by this number.
        pub step_factor: Rational as "(0, ∞)" = 1,
    }
}

struct PassiveAggressiveStep {
    kind: PassiveAggressiveKind,
    aggressiveness: f64,
    factor: f64,
}

impl PassiveAggressiveStep {
    fn size(&self, loss: f64, norm_squared: f64) -> f64 {
        let size = match self.kind {
            PassiveAggressiveKind::Pa => loss / norm_squared,
            PassiveAggressiveKind::Pa1 => (loss / norm_squared).min(self.aggressiveness),
            PassiveAggressiveKind::Pa2 => loss / (norm_squared + 0.5 / self.aggressiveness),
        };
        self.factor * size
    }
}

impl OwnStep for PassiveAggressiveStep {
    fn threshold(&self) -> Option<f64> {
        Some(1.0)
    }

    fn step(&mut self, shown: &ShownExample, weights: &mut [f64]) -> Result<StepTaken, OutOfRange> {
        let loss = (1.0 - shown.label.value() * shown.score).max(0.0);
        // No step changes the score of an example that is zero.
        let is_update = shown.norm_squared > 0.0;
        if is_update {
            let added = self.size(loss, shown.norm_squared) * shown.label.value();
            let entries = weights.iter_mut().zip(shown.features);
            entries.for_each(|(w, x)| *w += added * x);
        }
        match weights.iter().all(|w| w.is_finite()) {
            true => Ok(StepTaken { is_update, loss }),
            false => Err(OutOfRange),
        }
    }
}

impl OtherLearning for PassiveAggressive {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let mut step = PassiveAggressiveStep {
            kind: self.kind,
            aggressiveness: self.aggressiveness.to_f64(),
            factor: self.step_factor.to_f64(),
        };
        own_step::learn(task, &mut step)
    }

    fn label(&self) -> String {
        let kind: &str = self.kind.into();
        let mut words = vec![Self::DOC.name.to_owned()];
        if !self.kind.is_full() {
            words.push(format!("{kind} with C = {}", self.aggressiveness));
        }
        if self.facts().is_mutant {
            words.push(format!("with {} of the step", self.step_factor));
        }
        words.join(", ")
    }

    fn facts(&self) -> LearnerFacts {
        let is_mutant = self.step_factor != Rational::one();
        LearnerFacts {
            walks: true,
            runs_in_floats: true,
            is_certified: true,
            stays_in_span: true,
            // Every weight is a multiple of 1/‖x‖², a power of two.
            keeps_zero_scores: self.kind.is_full() && !is_mutant,
            is_mutant,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use crate::learn::{RunResult, StopReason};

    const POINTS: &str = "[points]\nexamples = [{ x = [2, 0], y = 1 }, { x = [1, 1], y = -1 }]";

    fn stream(keys: &str) -> RunResult {
        let keys = format!("order = \"stream\"\nlearner = {{ passive-aggressive = {{ {keys} }} }}");
        run(&keys, POINTS)
    }

    fn weights(result: &RunResult) -> Vec<f64> {
        let linear = result.hypothesis.as_ref().and_then(|h| h.linear());
        linear.map(|l| l.weights.clone()).unwrap_or_default()
    }

    #[test]
    fn steps_are_those_of_the_three_formulas() {
        // First loss 1, ‖x‖² = 4; then y⟨w, x⟩ = −w₁ and ‖x‖² = 2.
        for (keys, due) in [
            ("", [0.5 - 0.75, -0.75]),
            ("kind = \"pa-1\", aggressiveness = \"1/8\"", [0.125, -0.125]),
            (
                "kind = \"pa-2\", aggressiveness = \"1/8\"",
                [0.25 - 1.25 / 6.0, -1.25 / 6.0],
            ),
            ("step_factor = \"1/2\"", [0.25 - 0.3125, -0.3125]),
        ] {
            assert_eq!(weights(&stream(keys)), due, "{keys}");
        }
    }

    #[test]
    fn losses_are_taken_before_the_step_and_updates_are_no_mistakes() {
        let points = "[points]\nexamples = [{ x = [1, 0], y = 1 }, { x = [\"1/2\", 1], y = 1 }, { x = [0, 0], y = -1 }]";
        let result = run(
            "order = \"stream\"\nlearner = { passive-aggressive = {} }",
            points,
        );
        let counts = result.counts;
        // The loss of 1/2 is no mistake; the zero vector is one, and no update.
        assert_eq!(
            (counts.updates, counts.mistakes, counts.margin_mistakes),
            (2, 2, 3)
        );
        assert_eq!(result.updates, [0, 1]);
        let losses = result.squared_losses.unwrap();
        assert_eq!(losses.squared().value, 1.0 + 0.25 + 1.0);
        assert_eq!(losses.per_norm_squared().value, 1.0 + 0.25 / 1.25);
    }

    #[test]
    fn weights_beyond_the_floats_end_the_run() {
        let points = "[points]\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]";
        let result = run(
            "order = \"cyclic\"\nlearner = { passive-aggressive = { step_factor = \"1e17\" } }",
            points,
        );
        assert_eq!(result.reason, StopReason::OutOfRange);
    }
}
