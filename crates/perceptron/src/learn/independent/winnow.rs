//! Multiplies weights, in place of adding examples: Winnow.

use super::own_step::{self, OwnStep, ShownExample, StepTaken};
use super::{LearnerFacts, OtherLearning, Task, TieRule};
use crate::documented::{Invalid, documented};
use crate::learn::{Offset, Order, RunResult};
use crate::sample::{Features, Label, OutOfRange, Rational, TestTies};

documented! {
    name = "winnow";
    /// Winnow1, for features 0 and 1: a mistake on a positive example multiplies the weights of its features, one on a negative example removes them.
    ///
    /// # Formula
    /// w = (1, …, 1) at first; predict +1 if ⟨w, x⟩ > θ, else −1. If y = +1 was predicted −1, wᵢ ← α·wᵢ where xᵢ = 1; if y = −1 was predicted +1, wᵢ ← 0 where xᵢ = 1.
    /// # Premise
    /// Every feature is 0 or 1; others are refused with their place. A score of θ predicts −1, in the test too: `ties` changes nothing, and
    /// `test_ties` is refused. The vector that is returned has −θ as the
    /// weight of the constant feature, so offset = 1 is required. w is no sum of examples. Runs are in floats, which are exact for α = 2 and
    /// integer θ; a weight above 2⁵³ ends the run as out-of-range.
    /// # Source
    /// Littlestone, Machine Learning 2 (1988) 285–318; docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// order   = "stream"
    /// offset  = 1
    /// learner = { winnow = { promotion = 2, threshold = 8 } }
    /// ```
    pub struct Winnow {
        /// α, the factor of a promotion: an integer, or a fraction or decimal in quotes.
        pub promotion: Rational as "(1, ∞)" = 2,
        /// θ, the value that ⟨w, x⟩ must exceed to predict +1; half the number of features if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub threshold: Option<Rational> as "(0, ∞)",
    }
}

impl Winnow {
    /// θ for examples with this number of features, the constant feature not counted.
    pub fn threshold_on(&self, features: u64) -> Rational {
        let half = || &Rational::from(features) * &Rational::new(1, 2);
        self.threshold.clone().unwrap_or_else(half)
    }
}

/// Largest weight: up to 2⁵³, all integers are floats.
const LARGEST: f64 = (1_u64 << 53) as f64;

struct WinnowStep {
    promotion: f64,
    threshold: f64,
}

impl OwnStep for WinnowStep {
    fn first_weights(&self, dimension: usize) -> Vec<f64> {
        vec![1.0; dimension]
    }

    fn intercept(&self) -> Option<f64> {
        Some(-self.threshold)
    }

    fn tie_is_mistake(&self, label: Label) -> Option<bool> {
        Some(label == Label::Positive)
    }

    fn step(&mut self, shown: &ShownExample, weights: &mut [f64]) -> Result<StepTaken, OutOfRange> {
        let factor = match shown.label {
            Label::Positive => self.promotion,
            Label::Negative => 0.0,
        };
        let mut is_update = false;
        let active = weights.iter_mut().zip(shown.features);
        for (weight, _) in active.filter(|(_, x)| **x != 0.0) {
            is_update |= *weight != 0.0;
            *weight *= factor;
            if *weight > LARGEST {
                return Err(OutOfRange);
            }
        }
        Ok(StepTaken {
            is_update,
            loss: 0.0,
        })
    }
}

/// The first feature that is neither 0 nor 1: its example and its index, both from 0.
fn other_feature(features: &Features, examples: usize) -> Option<(usize, usize)> {
    (0..examples).find_map(|example| {
        let row = features.row(example);
        let found = row.iter().position(|&x| x != 0.0 && x != 1.0);
        found.map(|index| (example, index))
    })
}

impl OtherLearning for Winnow {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        if let Some((example, index)) = other_feature(task.features, task.labels.len()) {
            let value = task.features.row(example)[index];
            return Ok(RunResult::failed(format!(
                "winnow needs features 0 and 1, but feature {} of example {} is {value}; use a generator of such features",
                index + 1,
                example + 1
            )));
        }
        let threshold = self.threshold_on(task.features.dimension() as u64);
        let mut step = WinnowStep {
            promotion: self.promotion.to_f64(),
            threshold: threshold.to_f64(),
        };
        own_step::learn(task, &mut step)
    }

    fn goes_with(&self, _: &Order, offset: &Offset, _: usize) -> Option<Invalid> {
        if offset.0 != Some(Rational::one()) {
            let problem = "the threshold θ of winnow is the weight −θ of a constant feature 1";
            return Some(Invalid::new("offset", problem, "offset = 1"));
        }
        None
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            tie_rule: TieRule::Own(TestTies::Negative),
            walks: true,
            runs_in_floats: true,
            is_certified: true,
            keeps_offset: true,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;
    use crate::learn::StopReason;

    fn stream(keys: &str, examples: &str) -> RunResult {
        let keys = format!("order = \"stream\"\noffset = 1\nlearner = {{ winnow = {{ {keys} }} }}");
        run(&keys, &format!("[points]\nexamples = [{examples}]"))
    }

    fn weights(result: &RunResult) -> Vec<f64> {
        let linear = result.hypothesis.as_ref().and_then(|h| h.linear());
        linear.map(|l| l.weights.clone()).unwrap_or_default()
    }

    #[test]
    fn promotes_on_false_negatives_and_removes_on_false_positives() {
        // θ = 2: the first score 2 predicts −1, the second 4 + 1 predicts +1, the third 2 + 0 predicts −1.
        let examples = "{ x = [1, 1, 0, 0], y = 1 }, { x = [0, 1, 1, 0], y = -1 }, { x = [1, 0, 1, 0], y = -1 }";
        let result = stream("", examples);
        assert_eq!(weights(&result), [2.0, 0.0, 0.0, 1.0, -2.0]);
        assert_eq!((result.counts.mistakes, result.counts.updates), (2, 2));
        let tripled = stream("promotion = 3, threshold = \"5/2\"", examples);
        assert_eq!(weights(&tripled), [0.0, 0.0, 0.0, 1.0, -2.5]);
    }

    #[test]
    fn promotion_of_removed_features_is_a_mistake_and_no_update() {
        let result = stream(
            "threshold = \"1/2\"",
            "{ x = [1, 0], y = -1 }, { x = [1, 0], y = 1 }",
        );
        assert_eq!((result.counts.mistakes, result.counts.updates), (2, 1));
    }

    #[test]
    fn steps_that_change_nothing_count_towards_the_cap_on_updates() {
        let keys = "order = \"cyclic\"\noffset = 1\nstop = { updates = 5 }\nlearner = { winnow = { threshold = \"1/2\" } }";
        let points = "[points]\nexamples = [{ x = [1], y = -1 }, { x = [1], y = 1 }]";
        let result = run(keys, points);
        assert_eq!(result.reason, StopReason::UpdateCap);
        assert_eq!((result.counts.mistakes, result.counts.updates), (5, 1));
    }

    #[test]
    fn other_features_are_refused_with_their_place_and_large_weights_end_the_run() {
        let refused = stream("", "{ x = [1, 0], y = 1 }, { x = [1, -1], y = 1 }");
        assert_eq!(refused.reason, StopReason::Failed);
        let words = refused.failure.unwrap();
        assert!(words.contains("feature 2 of example 2 is -1"), "{words}");
        let large = stream("promotion = \"1e17\"", "{ x = [1, 0], y = 1 }");
        assert_eq!(large.reason, StopReason::OutOfRange);
    }
}
