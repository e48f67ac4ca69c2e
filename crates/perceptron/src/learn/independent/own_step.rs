//! Runs learners with a step of their own: what they add on an example depends on its score, on its norm or on a state, so that the weight vector
//! need not be a sum of examples.
//!
//! Such a learner is one file: its parameters, and an [`OwnStep`]. [`learn`] shows it the examples, and the loop of `online_run` predicts, compares
//! and counts, as for every online learner. Runs are in floats.

use super::number::Number;
use super::online_run::{self, OnlineLearner};
use super::task::Task;
use crate::learn::{Hypothesis, Linear, RunResult, SquaredLosses};
use crate::sample::{Label, OutOfRange, dot};

/// An example on which a step is due, as a learner with a step of its own sees it.
pub(super) struct ShownExample<'a> {
    /// Features, one number for each weight.
    pub features: &'a [f64],
    /// Label of the example.
    pub label: Label,
    /// Score ⟨w, x⟩ + intercept before the step.
    pub score: f64,
    /// ‖x‖².
    pub norm_squared: f64,
    /// Number of updates before this example, for steps that become smaller.
    #[cfg_attr(
        not(test),
        expect(
            dead_code,
            reason = "read by no learner of this folder, but by that of the tests"
        )
    )]
    pub updates: u64,
}

/// Action of a learner on an example.
pub(super) struct StepTaken {
    /// Whether the weights were changed, which makes the step an update.
    pub is_update: bool,
    /// Loss of the weight vector on the example before the step; 0 for learners that minimize none.
    pub loss: f64,
}

/// A learner with a step of its own. It keeps its state between steps; its weights are kept by the run.
pub(super) trait OwnStep {
    /// Returns the weights before the first example.
    fn first_weights(&self, dimension: usize) -> Vec<f64> {
        vec![0.0; dimension]
    }

    /// The number that is added to every score ⟨w, x⟩, if the learner has one: the weight of the constant feature.
    fn intercept(&self) -> Option<f64> {
        None
    }

    /// Value that y times the score must reach so that no step is due; `None` if a step is due on mistakes.
    fn threshold(&self) -> Option<f64> {
        None
    }

    /// Whether a score of 0 is a wrong prediction on an example with this label; `None` if the tie convention of the variant says so.
    fn tie_is_mistake(&self, _label: Label) -> Option<bool> {
        None
    }

    /// Takes the step on an example, and says what it did.
    fn step(&mut self, shown: &ShownExample, weights: &mut [f64]) -> Result<StepTaken, OutOfRange>;
}

/// Runs a learner with a step of its own on the examples of the task.
pub(super) fn learn(task: &Task, own: &mut dyn OwnStep) -> Result<RunResult, OutOfRange> {
    let dimension = task.features.dimension();
    let losses = own.threshold().map(|_| SquaredLosses::default());
    let mut stepping = Stepping {
        task,
        weights: own.first_weights(dimension),
        threshold: own.threshold().map(Number::Float),
        intercept: own.intercept(),
        updates: 0,
        losses,
        own,
    };
    let result = online_run::run(task, &mut stepping)?;
    Ok(RunResult {
        squared_losses: stepping.losses,
        ..result
    })
}

/// A run of a learner with a step of its own.
struct Stepping<'a> {
    task: &'a Task<'a>,
    own: &'a mut dyn OwnStep,
    weights: Vec<f64>,
    threshold: Option<Number>,
    intercept: Option<f64>,
    updates: u64,
    losses: Option<SquaredLosses>,
}

impl Stepping<'_> {
    fn score_of(&self, features: &[f64]) -> f64 {
        dot(features, &self.weights) + self.intercept.unwrap_or(0.0)
    }
}

impl OnlineLearner for Stepping<'_> {
    fn score(&self, example: usize) -> Result<Number, OutOfRange> {
        let score = self.score_of(&self.task.features.row(example));
        match score.is_finite() {
            true => Ok(Number::Float(score)),
            false => Err(OutOfRange),
        }
    }

    fn rounding(&self, example: usize) -> f64 {
        let features = self.task.features.row(example);
        let sizes = self.weights.iter().zip(features.iter());
        let sum: f64 = sizes.map(|(w, x)| (w * x).abs()).sum();
        let steps = 4.0 * (features.len() + 4) as f64;
        steps * f64::EPSILON * (sum + self.intercept.unwrap_or(0.0).abs())
    }

    fn products(&self) -> u64 {
        self.weights.len() as u64
    }

    fn threshold(&self) -> Option<&Number> {
        self.threshold.as_ref()
    }

    fn tie_is_mistake(&self, label: Label) -> Option<bool> {
        self.own.tie_is_mistake(label)
    }

    fn update(&mut self, example: usize) -> Result<bool, OutOfRange> {
        let features = self.task.features.row(example);
        let shown = ShownExample {
            label: self.task.labels[example],
            score: self.score_of(&features),
            norm_squared: dot(&features, &features),
            updates: self.updates,
            features: &features,
        };
        let magnitude = self
            .weights
            .iter()
            .zip(features.iter())
            .map(|(w, x)| (w * x).abs())
            .sum();
        let taken = self.own.step(&shown, &mut self.weights)?;
        if let Some(losses) = &mut self.losses {
            losses.add(taken.loss, shown.norm_squared, magnitude, features.len());
        }
        self.updates += u64::from(taken.is_update);
        Ok(taken.is_update)
    }

    fn hypothesis(&self) -> Option<Hypothesis> {
        let weights = self.weights.iter().copied().chain(self.intercept).collect();
        Some(Hypothesis::Linear(Linear {
            weights,
            integers: None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::testing::sample;
    use crate::learn::{HypothesisKind, Observers, Order, Rule, Stop, rule::Perceptron};
    use crate::sample::Ties;
    use crate::seed::Seed;

    /// A perceptron whose k-th step is 1/k, and which counts the examples that it was shown.
    #[derive(Default)]
    struct DecreasingStep {
        steps: u64,
    }

    impl OwnStep for DecreasingStep {
        fn step(
            &mut self,
            shown: &ShownExample,
            weights: &mut [f64],
        ) -> Result<StepTaken, OutOfRange> {
            self.steps += 1;
            let size = shown.label.value() / (shown.updates + 1) as f64;
            let entries = weights.iter_mut().zip(shown.features);
            entries.for_each(|(w, x)| *w += size * x);
            Ok(StepTaken {
                is_update: shown.norm_squared > 0.0,
                loss: 0.0,
            })
        }
    }

    #[test]
    fn step_may_depend_on_the_number_of_updates_and_the_loop_counts() {
        let points = "[points]\nexamples = [{ x = [2], y = 1 }, { x = [0], y = 1 }, { x = [1], y = -1 }, { x = [1], y = 1 }]";
        let sample = sample(points, 0);
        let observers = Observers::default();
        let task = Task {
            features: &sample.features,
            labels: &sample.labels,
            planted: None,
            rule: &Rule::Perceptron(Perceptron {}),
            order: &Order::Stream,
            stop: Stop::EndOfStream,
            hypothesis: HypothesisKind::Last,
            ties: Ties::Mistake,
            draws: Seed::root(1),
            left_out: Some(3),
            observers: &observers,
        };
        let mut own = DecreasingStep::default();
        let result = learn(&task, &mut own).unwrap();
        // 2, then no change on the zero vector, then 2 − 1/2 on the example that is a mistake.
        let weights = result.hypothesis.as_ref().and_then(|h| h.linear());
        assert_eq!(weights.unwrap().weights, [1.5]);
        let counts = result.counts;
        assert_eq!((own.steps, counts.mistakes, counts.updates), (3, 3, 2));
        assert_eq!((counts.draws, counts.last_update), (3, 3));
        assert_eq!(result.left_out, Some(std::cmp::Ordering::Greater));
        assert_eq!(result.squared_losses, None);
    }
}
