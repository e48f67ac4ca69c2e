//! Compares what a learner did on the examples of a witness with what the rule does there.

use super::rounding::ScoreComparison;
use super::run::GradedRun;
use serde::Serialize;

/// One example of a witness: the learner's weights before it, what the learner did, and what the rule does from the same weights.
#[derive(Debug, Clone, Serialize)]
pub struct WitnessStep {
    /// The learner's weights before the example.
    pub before: Vec<f64>,
    /// The learner's step on the example.
    pub answered: LearnerStep,
    /// The step of the rule from these weights; `None` where rounding or a score of 0 leaves it open.
    pub expected: RuleStep,
}

/// The step of a learner on one example.
#[derive(Debug, Clone, Serialize)]
pub struct LearnerStep {
    /// The label that it predicted, or 0.
    pub prediction: i8,
    /// Whether it said that it updated.
    pub updated: bool,
    /// Its weights after the example.
    pub weights: Vec<f64>,
}

/// The step of a rule on one example.
#[derive(Debug, Clone, Serialize)]
pub struct RuleStep {
    /// The label that it predicts.
    pub prediction: Option<i8>,
    /// Whether it updates.
    pub updated: Option<bool>,
    /// Its weights after the example.
    pub weights: Option<Vec<f64>>,
}

/// Largest number of features in a sample, over all its examples, with which its steps are listed.
const NUMBERS: usize = 100_000;

/// The steps of a learner on a sample, example by example; empty if it did not answer every example, or if the sample has too many numbers to list
/// three vectors for each example.
pub(super) fn steps(run: &GradedRun) -> Vec<WitnessStep> {
    let answers = run.answers;
    let is_answered = answers.predictions.len() == run.exercise.len()
        && run.weights.len() == run.exercise.len() + 1;
    if !is_answered || run.exercise.len() * run.exercise.dimension > NUMBERS {
        return Vec::new();
    }
    let step = |showing: usize| WitnessStep {
        before: run.weights[showing].clone(),
        answered: LearnerStep {
            prediction: answers.predictions[showing],
            updated: answers.updated[showing],
            weights: run.weights[showing + 1].clone(),
        },
        expected: expected(run, showing),
    };
    run.showings().map(step).collect()
}

fn expected(run: &GradedRun, showing: usize) -> RuleStep {
    let (updated, weights) = match run.due(showing) {
        ScoreComparison::Yes => (Some(true), Some(run.updated(showing))),
        ScoreComparison::No => (Some(false), Some(run.weights[showing].clone())),
        ScoreComparison::Open => (None, None),
    };
    RuleStep {
        prediction: run.expected_prediction(showing),
        updated,
        weights,
    }
}
