//! Reads a learner's answers on one sample: its weights before and after every example shown, and what follows from them.
//!
//! Predictions, updates and counts are computed here from the weights alone, by an implementation of steps that shares nothing with `learn`,
//! because a learner is checked against the theorems and not against our learner.

use super::answers::Answers;
use super::exercise::{Example, Exercise};
use super::rounding::{ROOM, ScoreComparison, dot, is_below};
use super::rule::{Family, GradedRule};
use super::settings::ReturnedWeights;

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

    /// The example at index `showing` as the rule uses it.
    pub(super) fn example(&self, showing: usize) -> Example<'_> {
        (&self.seen[showing], self.exercise.shown[showing].1.value())
    }

    /// The label that the rule predicts for the example at index `showing`, under the learner's weights before that example; `None` if every prediction
    /// is right because rounding leaves it open or a score of 0 decides nothing.
    pub(super) fn expected_prediction(&self, showing: usize) -> Option<i8> {
        let (w, x, score) = (
            &self.weights[showing],
            &self.seen[showing],
            self.score(showing),
        );
        let is_positive = match &self.graded.family {
            Family::Winnow(rule) => match rule.predicts_positive(w, x, 0.0) {
                ScoreComparison::Open => None,
                comparison => Some(comparison == ScoreComparison::Yes),
            },
            _ if score == 0.0 => None,
            Family::PassiveAggressive(_) => {
                let comparison = is_below((w, x), (score, 0.0), 0.0);
                (comparison != ScoreComparison::Open).then_some(score > 0.0)
            }
            Family::Perceptron(_) => (!self.is_open(showing, score)).then_some(score > 0.0),
        };
        is_positive.map(|is_positive| if is_positive { 1 } else { -1 })
    }

    /// Whether the rule calls for an update on the example at index `showing`, under the learner's weights before that example.
    pub(super) fn due(&self, showing: usize) -> ScoreComparison {
        let (w, example) = (&self.weights[showing], self.example(showing));
        match &self.graded.family {
            Family::Perceptron(_) => self.due_by_perceptron(showing),
            Family::PassiveAggressive(rule) => rule.due(w, example, 0.0),
            Family::Winnow(rule) => rule.due(w, example, 0.0),
        }
    }

    fn due_by_perceptron(&self, showing: usize) -> ScoreComparison {
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

    /// Whether an update by the rule on the example at index `showing` cannot be observed, because it changes no weight by more than rounding: an
    /// update by a perceptron rule on the example 0, or a step with factor 0.
    pub(super) fn is_invisible(&self, showing: usize) -> bool {
        match &self.graded.family {
            Family::Perceptron(_) => self.seen[showing].iter().all(|x| *x == 0.0),
            _ => {
                self.due(showing) != ScoreComparison::No
                    && self.agrees_with_update(showing, &self.weights[showing])
            }
        }
    }

    /// The weights that an update by the rule on the example at index `showing` would give, from the learner's weights before it.
    pub(super) fn updated(&self, showing: usize) -> Vec<f64> {
        let (w, example) = (&self.weights[showing], self.example(showing));
        match &self.graded.family {
            Family::Perceptron(_) => {
                let factor = self.graded.step() * example.1;
                w.iter()
                    .zip(example.0)
                    .map(|(w, x)| w + factor * x)
                    .collect()
            }
            Family::PassiveAggressive(rule) => rule.after(w, example),
            Family::Winnow(rule) => rule.after(w, example),
        }
    }

    /// For each weight, how far rounding may move it in an update by the rule on the example at index `showing`. Rules of the family of the
    /// perceptron compare weights by [`GradedRule::near`] instead.
    pub(super) fn tolerances(&self, showing: usize) -> Vec<f64> {
        let (w, x) = (&self.weights[showing], &self.seen[showing]);
        match &self.graded.family {
            Family::Perceptron(_) => vec![0.0; w.len()],
            Family::PassiveAggressive(rule) => rule.tolerances(w, x),
            Family::Winnow(rule) => rule.tolerances(&self.updated(showing)),
        }
    }

    /// Whether the learner's weights after the example at index `showing` are those that an update by the rule gives.
    pub(super) fn follows_update(&self, showing: usize) -> bool {
        self.agrees_with_update(showing, &self.weights[showing + 1])
    }

    fn agrees_with_update(&self, showing: usize, weights: &[f64]) -> bool {
        self.apart(showing, weights).next().is_none()
    }

    /// Indices of the learner's weights after the example at index `showing` that an update by the rule does not give.
    pub(super) fn departures(&self, showing: usize) -> Vec<usize> {
        self.apart(showing, &self.weights[showing + 1]).collect()
    }

    fn apart(&self, showing: usize, weights: &[f64]) -> impl Iterator<Item = usize> {
        let pairs = weights.iter().zip(self.updated(showing));
        let agrees = pairs
            .zip(self.tolerances(showing))
            .map(|((a, b), room)| self.graded.near(*a, b) || (a - b).abs() <= room);
        agrees
            .enumerate()
            .filter(|(_, agrees)| !agrees)
            .map(|(place, _)| place)
    }
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
