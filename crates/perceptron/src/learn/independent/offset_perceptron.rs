//! Holds the perceptron with an offset that is stored apart from the weight vector.

use super::number::Number;
use super::online_run::OnlineLearner;
use super::vector::OffsetVector;
use super::{LearnerFacts, OtherLearning, Task, online_run};
use crate::documented::{Invalid, documented};
use crate::learn::{Hypothesis, Offset, Order, RunResult};
use crate::sample::{Label, OutOfRange, Rational};

documented! {
    name = "offset-perceptron";
    /// The perceptron with an offset as MIT's note writes it: θ and θ₀ are kept apart, and no constant feature is appended.
    ///
    /// # Formula
    /// Where y(⟨θ, x⟩ + θ₀) is no better than 0: θ ← θ + y·x, θ₀ ← θ₀ + y.
    /// # Premise
    /// Rule perceptron and offset = 1: the run is that of the perceptron through the origin on (x, 1).
    /// # Source
    /// MIT, perceptron with offset (docs/theory.md: C-M10, C-U4; controls N13).
    /// # Examples
    /// ```toml
    /// rule    = { perceptron = {} }
    /// order   = "cyclic"
    /// offset  = 1
    /// learner = { offset-perceptron = {} }
    /// ```
    pub struct OffsetPerceptron {
        /// A mutant for controls (docs/theory.md, N13): true leaves θ₀ at 0.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub frozen: bool = false,
        /// A mutant for controls (docs/theory.md, N13): true adds 1 to θ₀ in place of y.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub increment: bool = false,
    }
}

struct Affine<'a> {
    task: &'a Task<'a>,
    settings: &'a OffsetPerceptron,
    theta: OffsetVector,
    theta_0: i64,
}

impl OnlineLearner for Affine<'_> {
    fn score(&self, example: usize) -> Result<Number, OutOfRange> {
        Ok(match self.theta.score(self.task, example) {
            Number::Fraction(score) => Number::Fraction(&score + &Rational::from(self.theta_0)),
            Number::Float(score) => Number::Float(score + self.theta_0 as f64),
            Number::Integer(score) => Number::Integer(score + i128::from(self.theta_0)),
        })
    }

    fn products(&self) -> u64 {
        self.theta.products()
    }

    fn threshold(&self) -> Option<&Number> {
        None
    }

    fn update(&mut self, example: usize) -> Result<bool, OutOfRange> {
        let label = self.task.labels[example];
        self.theta
            .descend(self.task, example, label, &Rational::one());
        let added = if self.settings.increment {
            Label::Positive
        } else {
            label
        };
        self.theta_0 += if self.settings.frozen {
            0
        } else {
            added.sign()
        };
        Ok(true)
    }

    fn hypothesis(&self) -> Option<Hypothesis> {
        Some(self.theta.hypothesis(Some(self.theta_0)))
    }
}

impl OtherLearning for OffsetPerceptron {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        online_run::run(
            task,
            &mut Affine {
                task,
                settings: self,
                theta: OffsetVector::zero(task),
                theta_0: 0,
            },
        )
    }

    fn goes_with(&self, _: &Order, offset: &Offset, _: usize) -> Option<Invalid> {
        let other = offset.0 != Some(Rational::one());
        other.then(|| {
            Invalid::new(
                "offset",
                "this learner adds y to θ₀, as a constant feature 1 does",
                "offset = 1",
            )
        })
    }

    fn facts(&self) -> LearnerFacts {
        let is_mutant = self.frozen || self.increment;
        LearnerFacts {
            rules: &["perceptron"],
            walks: true,
            is_the_rule: !is_mutant,
            sums_updates: !is_mutant,
            keeps_offset: true,
            is_mutant,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    const SHIFT: &str = "[shift]\nshift = 10";
    const OFFSET: &str =
        "rule = { perceptron = {} }\norder = \"cyclic\"\noffset = 1\nstop = { updates = 300 }";

    #[test]
    fn separate_offset_makes_the_updates_of_a_constant_feature() {
        let [embedded, apart] = [
            OFFSET.to_owned(),
            format!("{OFFSET}\nlearner = {{ offset-perceptron = {{}} }}"),
        ]
        .map(|v| run(&v, SHIFT));
        assert_eq!(
            (embedded.updates.len(), &embedded.updates, embedded.counts),
            (202, &apart.updates, apart.counts)
        );
        assert_eq!(embedded.hypothesis, apart.hypothesis);
    }

    #[test]
    fn an_offset_that_is_frozen_or_only_grows_makes_other_updates() {
        for mutant in ["frozen", "increment"] {
            let wrong = run(
                &format!("{OFFSET}\nlearner = {{ offset-perceptron = {{ {mutant} = true }} }}"),
                SHIFT,
            );
            assert_eq!(wrong.updates.len(), 300, "{mutant}");
        }
    }

    #[test]
    fn offset_is_added_to_scores_of_normalized_examples() {
        let points = "[points]\nexamples = [{ x = [1, 1, -1], y = 1 }, { x = [-1, 1, 1], y = 1 }]";
        let learner = "learner = { offset-perceptron = {} }\noffset = 1\norder = \"stream\"";
        let updates = |transform: &str| {
            let variant = format!("rule = {{ perceptron = {{}} }}\n{learner}\n{transform}");
            run(&variant, points).updates
        };
        // The score 1 − 1 is a tie, and 1 − 1/3 is not.
        assert_eq!(updates(""), [0, 1]);
        assert_eq!(updates("transform = \"normalize\""), [0]);
    }
}
