//! Reads a learner's answers on one sample: its weights before and after every example shown, and what follows from them.
//!
//! Predictions, updates and counts are computed here from the weights alone, by an independent implementation that shares nothing with `learn`,
//! because a learner is checked against the theorems and not against our learner.

use super::answers::Answers;
use super::exercise::Exercise;
use super::rule::{GradedRule, ROOM, ReturnedWeights, ScoreComparison};

/// A learner's run on one sample.
pub(super) struct GradedRun<'a> {
    pub graded: &'a GradedRule,
    pub exercise: &'a Exercise,
    pub answers: &'a Answers,
    /// Weights that it predicts with: before the first example shown, and after each.
    pub weights: Vec<Vec<f64>>,
    /// The examples as the rule sees them.
    pub seen: Vec<Vec<f64>>,
    /// Whether a score under these weights is exact in doubles, in whichever order it is summed: before each example shown, and after the last.
    is_exact: Vec<bool>,
}

/// 2³²: numbers with at most 32 binary digits after the point are exact in doubles, with their products and sums, in all samples of the catalogue.
const DIGITS: f64 = 4_294_967_296.0;

impl<'a> GradedRun<'a> {
    /// Combines a sample with the answers on it.
    pub(super) fn new(
        graded: &'a GradedRule,
        exercise: &'a Exercise,
        answers: &'a Answers,
    ) -> Self {
        let weights = match graded.returns {
            ReturnedWeights::Last => answers.weights.clone(),
            ReturnedWeights::Averaged => unaveraged(&answers.weights),
        };
        let seen = exercise
            .shown
            .iter()
            .map(|(x, _)| graded.viewed_features(x))
            .collect();
        let short = |w: &f64| (w * DIGITS).fract() == 0.0;
        let exact = |weights: &Vec<f64>| graded.is_exact() && weights.iter().all(short);
        let is_exact = weights.iter().map(exact).collect();
        Self {
            graded,
            exercise,
            answers,
            weights,
            seen,
            is_exact,
        }
    }

    /// Indices of the examples shown, in order.
    pub(super) fn showings(&self) -> std::ops::Range<usize> {
        0..self.exercise.len()
    }

    /// ⟨w, x⟩ before an example is shown, with the weights that the learner reported.
    pub(super) fn score(&self, showing: usize) -> f64 {
        dot(&self.weights[showing], &self.seen[showing])
    }

    /// y⟨w, x⟩ before an example is shown.
    pub(super) fn margin(&self, showing: usize) -> f64 {
        self.exercise.shown[showing].1.value() * self.score(showing)
    }

    /// Sum of the absolute values of the products in a score.
    pub(super) fn size(&self, showing: usize) -> f64 {
        let products = self.weights[showing].iter().zip(&self.seen[showing]);
        products.map(|(w, x)| (w * x).abs()).sum()
    }

    /// Whether rounding may have changed the sign of a difference, such as the score itself, before an example is shown.
    pub(super) fn is_open(&self, showing: usize, difference: f64) -> bool {
        let size = self.size(showing);
        !self.is_exact[showing] && size > 0.0 && difference.abs() <= ROOM * (1.0 + size)
    }

    /// Whether the rule calls for an update on an example shown, under the weights that the learner reported.
    pub(super) fn due(&self, showing: usize) -> ScoreComparison {
        let distance = self.margin(showing) - self.graded.threshold().unwrap_or(0.0);
        let label = self.exercise.shown[showing].1;
        match self.is_open(showing, distance) {
            true => ScoreComparison::Open,
            false if self.graded.is_due(distance, label) => ScoreComparison::Yes,
            false => ScoreComparison::No,
        }
    }

    /// Whether its weights changed on an example shown.
    pub(super) fn changed(&self, showing: usize) -> bool {
        let pairs = self.weights[showing].iter().zip(&self.weights[showing + 1]);
        pairs
            .into_iter()
            .any(|(before, after)| !self.graded.near(*before, *after))
    }

    /// Whether an example has only zeros: an update on it changes no weights, so it cannot be observed.
    pub(super) fn is_zero(&self, showing: usize) -> bool {
        self.seen[showing].iter().all(|x| *x == 0.0)
    }

    /// Its weights after an update by the rule on an example shown.
    pub(super) fn updated(&self, showing: usize) -> Vec<f64> {
        let factor = self.graded.step() * self.exercise.shown[showing].1.value();
        let pairs = self.weights[showing].iter().zip(&self.seen[showing]);
        pairs.map(|(w, x)| w + factor * x).collect()
    }
}

/// ⟨a, b⟩, in the order of the features.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Recovers the weights from the reported means after each example shown: w_k = k·m_k − (k − 1)·m_{k−1}.
fn unaveraged(told: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let first = told.first().cloned().into_iter();
    let later = told.windows(2).zip(1..).map(|(pair, k)| {
        let count = f64::from(k);
        let means = pair[0].iter().zip(&pair[1]);
        means
            .map(|(before, after)| count * after - (count - 1.0) * before)
            .collect()
    });
    first.chain(later).collect()
}
