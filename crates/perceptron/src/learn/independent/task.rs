//! Holds what a learner outside the one loop is given, and how one that sees all examples at once hands back its vector.

use crate::learn::{
    Counts, Hypothesis, Linear, Order, Rule, RunEvents, RunResult, Stop, StopReason,
};
use crate::sample::{Features, Label, Separator, Ties};
use crate::seed::Seed;
use std::cmp::Ordering;

/// A prepared sample with everything that a learner may know of it.
pub struct Task<'a> {
    /// The features as the learner is shown them.
    pub features: &'a Features,
    /// The labels as the learner is shown them.
    pub labels: &'a [Label],
    /// The generator's direction: only learners that cheat, and say so, look at it.
    pub planted: Option<&'a Separator>,
    /// The rule, for learners that follow it.
    pub rule: &'a Rule,
    /// The order, for learners that follow it.
    pub order: &'a Order,
    /// When the run ends, for learners that follow the order.
    pub stop: Stop,
    /// Whether a score of 0 is a mistake.
    pub ties: Ties,
    /// The address of the learner's own draws.
    pub draws: Seed,
    /// The example that is not shown.
    pub left_out: Option<usize>,
    /// Who sees the run.
    pub observers: &'a dyn RunEvents,
}

impl Task<'_> {
    /// The examples shown, in order.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.labels.len()).filter(|&example| self.left_out != Some(example))
    }

    /// The atom of an example that is a multiple of a basis vector.
    pub(super) fn atom(&self, example: usize) -> usize {
        self.features
            .row(example)
            .iter()
            .position(|&x| x != 0.0)
            .unwrap_or(0)
    }

    /// The outcome of a learner that saw the sample once and chose these integer weights.
    pub(super) fn integers(&self, weights: Vec<i64>) -> RunResult {
        self.linear(Linear {
            weights: weights.iter().map(|&w| w as f64).collect(),
            integers: Some(weights),
        })
    }

    /// The outcome of a learner that saw the sample once and chose this vector: a clean pass if it fits all it was shown.
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
        let counts = Counts {
            passes: 1,
            draws: self.shown().count() as u64,
            ..Counts::default()
        };
        let reason = if fits {
            StopReason::CleanPass
        } else {
            StopReason::EndOfStream
        };
        let hypothesis = Some(Hypothesis::Linear(linear));
        RunResult {
            counts,
            hypothesis,
            left_out,
            ..RunResult::without_run(reason)
        }
    }
}

/// The sign of label · score.
pub(super) fn toward(label: Label, score: Ordering) -> Ordering {
    if label == Label::Positive {
        score
    } else {
        score.reverse()
    }
}
