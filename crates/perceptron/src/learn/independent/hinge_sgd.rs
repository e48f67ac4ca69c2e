//! Learns by stochastic gradient descent on the hinge loss.

use super::differences::Gradient;
use super::number::Number;
use super::online_run::OnlineLearner;
use super::vector::OffsetVector;
use super::{LearnerFacts, OtherLearning, Task, online_run};
use crate::documented::documented;
use crate::learn::{Hypothesis, RunResult};
use crate::sample::{OutOfRange, Rational};

documented! {
    name = "hinge-sgd";
    /// Stochastic gradient descent on the hinge loss, one example at a time, without regularization.
    ///
    /// # Formula
    /// loss(w) = max(0, 1 − y⟨w, x⟩) has the gradient −y·x where y⟨w, x⟩ < 1, and 0 elsewhere; w ← w − step·gradient.
    /// # Premise
    /// With step 1 it is the margin perceptron with threshold 1 and step 1. An example with gradient 0 counts as no update.
    /// # Source
    /// Hardt and Recht's note, "SGD on the hinge loss"; docs/theory.md: C-H14, C-H15, C-H16.
    /// # Examples
    /// ```toml
    /// order   = "random"
    /// learner = { hinge-sgd = { step = 1 } }
    /// ```
    pub struct HingeSgd {
        /// The step size: an integer, or a fraction or decimal in quotes.
        pub step: Rational as "(0, ∞)" = 1,
        /// How the gradient is found: "formula", "differences" of the loss, or the mutant "across-the-kink", whose differences are too wide.
        #[serde(skip_serializing_if = "Gradient::is_formula")]
        pub gradient: Gradient = "formula",
    }
}

struct Descent<'a> {
    task: &'a Task<'a>,
    step: &'a Rational,
    gradient: Gradient,
    weights: OffsetVector,
    /// Value of y⟨w, x⟩ at the kink of the hinge loss, 1; below it, an update is due.
    kink: Number,
}

impl OnlineLearner for Descent<'_> {
    fn score(&self, example: usize) -> Result<Number, OutOfRange> {
        Ok(self.weights.score(self.task, example))
    }

    fn products(&self) -> u64 {
        self.weights.products()
    }

    fn threshold(&self) -> Option<&Number> {
        Some(&self.kink)
    }

    fn update(&mut self, example: usize) -> Result<bool, OutOfRange> {
        match self.gradient {
            Gradient::Formula => {
                let label = self.task.labels[example];
                self.weights.descend(self.task, example, label, self.step);
            }
            other => other.descend(&mut self.weights, self.task, example, self.step),
        }
        Ok(true)
    }

    fn hypothesis(&self) -> Option<Hypothesis> {
        Some(self.weights.hypothesis(None))
    }
}

impl OtherLearning for HingeSgd {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let weights = OffsetVector::zero(task);
        let kink = weights.number(&Rational::one());
        online_run::run(
            task,
            &mut Descent {
                task,
                step: &self.step,
                gradient: self.gradient,
                weights,
                kink,
            },
        )
    }

    fn facts(&self) -> LearnerFacts {
        let is_mutant = self.gradient == Gradient::AcrossTheKink;
        LearnerFacts {
            walks: true,
            sums_updates: !is_mutant,
            stays_in_span: self.gradient.is_formula(),
            is_mutant,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    const SPHERE: &str = "[sphere-margin]\ndimension = 9\ntarget_margin = 0.2\nexamples = 40";

    #[test]
    fn only_hinge_sgd_of_step_one_equals_the_margin_perceptron_bitwise() {
        for order in ["random", "shuffled", "most-violated"] {
            let [margin, descent, half] = [
                "rule = { margin-perceptron = {} }",
                "learner = { hinge-sgd = {} }",
                "learner = { hinge-sgd = { step = \"1/2\" } }",
            ]
            .map(|learner| run(&format!("{learner}\norder = \"{order}\""), SPHERE));
            assert_eq!(
                (&margin.updates, margin.hypothesis, margin.counts),
                (&descent.updates, descent.hypothesis, descent.counts)
            );
            assert_ne!(margin.updates, half.updates);
        }
    }

    #[test]
    fn the_first_step_goes_against_the_finite_difference_of_the_loss() {
        let learned = run(
            "learner = { hinge-sgd = {} }\norder = \"stream\"\narithmetic = \"f64\"",
            "[points]\nexamples = [{ x = [3, -2], y = -1 }]",
        );
        let weights = learned
            .hypothesis
            .and_then(|h| h.linear().map(|l| l.weights.clone()))
            .unwrap();
        let loss = |w: [f64; 2]| (1.0 + (3.0 * w[0] - 2.0 * w[1])).max(0.0);
        let slope = |up: [f64; 2], down: [f64; 2]| (loss(up) - loss(down)) / 0.02;
        let gradient = [
            slope([0.01, 0.0], [-0.01, 0.0]),
            slope([0.0, 0.01], [0.0, -0.01]),
        ];
        assert!(
            weights
                .iter()
                .zip(gradient)
                .all(|(w, g)| (w + g).abs() < 1e-9),
            "{weights:?} {gradient:?}"
        );
    }

    #[test]
    fn a_step_of_one_half_is_a_threshold_of_two_in_exact_arithmetic() {
        let points = "[points]\nexamples = [{ x = [1, \"1/3\"], y = 1 }, { x = [\"-1/2\", 1], y = -1 }, { x = [1, 1], y = 1 }]";
        let half = run(
            "learner = { hinge-sgd = { step = \"1/2\" } }\norder = \"cyclic\"",
            points,
        );
        let double = run(
            "rule = { margin-perceptron = { threshold = 2 } }\norder = \"cyclic\"",
            points,
        );
        assert!(half.updates.len() > 3);
        assert_eq!(half.updates, double.updates);
    }
}
