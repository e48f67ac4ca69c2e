//! Holds the input of a learner that does not run the learning loop, and makes the result of one that sees all examples at once.

use crate::learn::{
    Counts, Hypothesis, HypothesisKind, Linear, Order, Rule, RunEvents, RunResult, Stop, StopReason,
};
use crate::sample::{Features, Label, Separator, Ties};
use crate::seed::Seed;
use std::cmp::Ordering;

/// Input of a learner that does not run the learning loop: a prepared sample, with everything that the learner may know of it.
pub struct Task<'a> {
    /// Features as the learner sees them.
    pub features: &'a Features,
    /// Labels as the learner sees them.
    pub labels: &'a [Label],
    /// Direction that the generator planted; only learners that are declared to cheat use it.
    pub planted: Option<&'a Separator>,
    /// The rule, for learners that follow it.
    pub rule: &'a Rule,
    /// The order, for learners that follow it.
    pub order: &'a Order,
    /// When the run ends, for learners that follow the order.
    pub stop: Stop,
    /// The hypothesis that is returned, by learners that return others than their last vector.
    pub hypothesis: HypothesisKind,
    /// Tie convention: whether a score of 0 is a mistake.
    pub ties: Ties,
    /// Seed of the learner's own random choices.
    pub draws: Seed,
    /// Index of the example that is left out, if any.
    pub left_out: Option<usize>,
    /// Observers of the run, which are told of the ends of passes and of the run.
    pub observers: &'a dyn RunEvents,
}

impl Task<'_> {
    /// Returns the indices of the examples that the learner may see, in the order of the sample: all but the left-out one.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.labels.len()).filter(|&example| self.left_out != Some(example))
    }

    /// Returns the index i of the basis vector e_i (atom) of which an example is a multiple.
    pub(super) fn atom(&self, example: usize) -> usize {
        self.features
            .row(example)
            .iter()
            .position(|&x| x != 0.0)
            .unwrap_or(0)
    }

    /// Returns the result of a learner that saw the sample once and chose these integer weights.
    pub(super) fn integers(&self, weights: Vec<i64>) -> RunResult {
        self.linear(Linear {
            weights: weights.iter().map(|&w| w as f64).collect(),
            integers: Some(weights),
        })
    }

    /// Returns the result of a learner that saw the sample once and chose this vector: a clean pass if it fits all examples shown.
    pub(super) fn linear(&self, linear: Linear) -> RunResult {
        let margin = |example: usize| {
            toward(
                self.labels[example],
                linear.score_sign(self.features, example),
            )
        };
        let fits = self
            .shown()
            .all(|example| margin(example) == Ordering::Greater);
        let left_out = self.left_out.map(margin);
        let reason = if fits {
            StopReason::CleanPass
        } else {
            StopReason::EndOfStream
        };
        let hypothesis = Some(Hypothesis::Linear(linear));
        RunResult {
            hypothesis,
            left_out,
            ..self.without_hypothesis(reason)
        }
    }

    /// Returns the result of a learner that saw the sample once and returned no hypothesis.
    pub(super) fn without_hypothesis(&self, reason: StopReason) -> RunResult {
        let counts = Counts {
            passes: 1,
            draws: self.shown().count() as u64,
            ..Counts::default()
        };
        RunResult {
            counts,
            ..RunResult::without_run(reason)
        }
    }
}

/// Returns the sign of y times the score, given the sign of the score.
pub(super) fn toward(label: Label, score: Ordering) -> Ordering {
    if label == Label::Positive {
        score
    } else {
        score.reverse()
    }
}
