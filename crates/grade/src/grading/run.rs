//! Reads a learner's answers on one sample: its weights before and after every example shown, and what follows from them.
//!
//! Predictions, updates and counts are computed here from the weights alone, by an independent implementation that shares nothing with `learn`,
//! because a learner is checked against the theorems and not against our learner.

use super::answers::Answers;
use super::exercise::Exercise;
use super::rule::{GradedRule, ROOM, ReturnedWeights, ScoreComparison};

/// A learner's run on one sample: the sample, the answers, and what follows from them under the rule.
pub(super) struct GradedRun<'a> {
    pub graded: &'a GradedRule,
    pub exercise: &'a Exercise,
    pub answers: &'a Answers,
    /// Weight vectors that the learner predicts with: before the first example shown, and after each.
    pub weights: Vec<Vec<f64>>,
    /// The features of every example shown as the rule uses them: divided by their norm if the rule normalizes.
    pub seen: Vec<Vec<f64>>,
    /// For each of `weights`, whether every score under it is exact in doubles, in whichever order the products are summed.
    is_exact: Vec<bool>,
}

/// 2³². A weight times this is an integer if it has at most 32 binary digits after the point; then its products with features and their sums are
/// exact in doubles, in all samples of the catalogue.
const DIGITS: f64 = 4_294_967_296.0;

impl<'a> GradedRun<'a> {
    /// Combines a sample with a learner's answers on it and computes what follows from them under the rule.
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

    /// Indices of the examples shown, in order, from 0.
    pub(super) fn showings(&self) -> std::ops::Range<usize> {
        0..self.exercise.len()
    }

    /// The score ⟨w, x⟩ of the example shown at index `showing`, under the learner's weights before that example.
    pub(super) fn score(&self, showing: usize) -> f64 {
        dot(&self.weights[showing], &self.seen[showing])
    }

    /// y⟨w, x⟩ of the example shown at index `showing`, under the learner's weights before that example.
    pub(super) fn margin(&self, showing: usize) -> f64 {
        self.exercise.shown[showing].1.value() * self.score(showing)
    }

    /// Sum of the absolute values |wᵢxᵢ| of the products in the score of the example at index `showing`; it scales rounding errors.
    pub(super) fn size(&self, showing: usize) -> f64 {
        let products = self.weights[showing].iter().zip(&self.seen[showing]);
        products.map(|(w, x)| (w * x).abs()).sum()
    }

    /// Whether rounding may have changed the sign of `difference`, the score of the example at index `showing` or a score minus a threshold.
    pub(super) fn is_open(&self, showing: usize, difference: f64) -> bool {
        let size = self.size(showing);
        !self.is_exact[showing] && size > 0.0 && difference.abs() <= ROOM * (1.0 + size)
    }

    /// Whether the rule calls for an update on the example at index `showing`, under the learner's weights before that example.
    pub(super) fn due(&self, showing: usize) -> ScoreComparison {
        let distance = self.margin(showing) - self.graded.threshold().unwrap_or(0.0);
        let label = self.exercise.shown[showing].1;
        match self.is_open(showing, distance) {
            true => ScoreComparison::Open,
            false if self.graded.is_due(distance, label) => ScoreComparison::Yes,
            false => ScoreComparison::No,
        }
    }

    /// Whether the learner's weights changed on the example at index `showing`.
    pub(super) fn changed(&self, showing: usize) -> bool {
        let pairs = self.weights[showing].iter().zip(&self.weights[showing + 1]);
        pairs
            .into_iter()
            .any(|(before, after)| !self.graded.near(*before, *after))
    }

    /// Whether the example at index `showing` has only zeros: an update on such an example changes no weights, so it cannot be observed.
    pub(super) fn is_zero(&self, showing: usize) -> bool {
        self.seen[showing].iter().all(|x| *x == 0.0)
    }

    /// The weights that an update by the rule on the example at index `showing` would give, from the learner's weights before it.
    pub(super) fn updated(&self, showing: usize) -> Vec<f64> {
        let factor = self.graded.step() * self.exercise.shown[showing].1.value();
        let pairs = self.weights[showing].iter().zip(&self.seen[showing]);
        pairs.map(|(w, x)| w + factor * x).collect()
    }
}

/// The inner product ⟨a, b⟩ in floats, summed in the order of the features.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Recovers the weights of a learner that reports the mean of its weights after each example shown: w_k = k·m_k − (k − 1)·m_{k−1}.
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
