//! Holds the rule Winnow1: its prediction, its promotions and eliminations, and how far rounding can move a weight.
//!
//! This is an implementation of its own: it shares nothing with `learn`.

use super::exercise::{Example, Exercise};
use super::rounding::{ScoreComparison, dot, gamma, is_below};
use super::vector_words::number;
use perceptron::sample::Label;
use std::collections::BTreeSet;

/// Winnow1 for features 0 and 1: w starts at (1, …, 1) and predicts +1 exactly where ⟨w, x⟩ > θ. On a false negative, weights of features that are 1
/// are multiplied by α; on a false positive they become 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Winnow {
    /// α > 1, the factor of a promotion.
    pub promotion: f64,
    /// θ > 0; `None` for half of the number of features.
    threshold: Option<f64>,
}

impl Winnow {
    /// Creates the rule from α and θ (`None` for half of the number of features).
    pub(super) fn new(promotion: f64, threshold: Option<f64>) -> Self {
        Self {
            promotion,
            threshold,
        }
    }

    /// The threshold θ for examples with this number of features.
    pub(super) fn threshold(self, features: usize) -> f64 {
        self.threshold.unwrap_or(features as f64 / 2.0)
    }

    /// The learner as a spec writes it, with numbers as a function writes them.
    pub(super) fn learner(self, exact: impl Fn(f64) -> String) -> String {
        let threshold = self
            .threshold
            .map(|theta| format!(", threshold = {}", exact(theta)));
        let promotion = exact(self.promotion);
        format!(
            "winnow = {{ promotion = {promotion}{} }}",
            threshold.unwrap_or_default()
        )
    }

    /// Whether the threshold is the same for every number of features.
    pub(super) fn has_own_threshold(self) -> bool {
        self.threshold.is_some()
    }

    /// The two numbers of the rule.
    pub(super) fn described(self) -> String {
        let theta = self.threshold_words();
        format!("α = {}, θ = {theta}", number(self.promotion))
    }

    /// The threshold θ in symbols, or its number.
    pub(super) fn threshold_words(self) -> String {
        self.threshold.map_or_else(|| "N/2".into(), number)
    }

    /// Whether the rule predicts +1 under the weights `w`, each of which may have a relative error `drift`.
    pub(super) fn predicts_positive(self, w: &[f64], x: &[f64], drift: f64) -> ScoreComparison {
        let (limit, score) = (self.threshold(x.len()), dot(w, x));
        // ⟨w, x⟩ > θ is −⟨w, x⟩ < −θ.
        is_below((w, x), (-score, -limit), drift * score)
    }

    /// Whether the prediction under the weights `w` is wrong, each of which may have a relative error `drift`.
    pub(super) fn due(self, w: &[f64], (x, y): Example, drift: f64) -> ScoreComparison {
        match (self.predicts_positive(w, x, drift), y > 0.0) {
            (ScoreComparison::Open, _) => ScoreComparison::Open,
            (ScoreComparison::Yes, true) | (ScoreComparison::No, false) => ScoreComparison::No,
            _ => ScoreComparison::Yes,
        }
    }

    /// The weights after a mistake on an example: a promotion if the label is +1, an elimination if it is −1.
    pub(super) fn after(self, w: &[f64], (x, y): Example) -> Vec<f64> {
        let factor = if y > 0.0 { self.promotion } else { 0.0 };
        let pairs = w.iter().zip(x);
        pairs
            .map(|(w, x)| if *x == 0.0 { *w } else { factor * w })
            .collect()
    }

    /// Whether every product with α is exact in doubles, because α is a power of two.
    fn doubles_exactly(self) -> bool {
        self.promotion.log2().fract() == 0.0 && self.promotion == self.promotion.log2().exp2()
    }

    /// For each of the weights `after`, the largest difference between two computations of the same step in doubles. It is 0 if α is a power of two,
    /// otherwise γ₈ times the weight, for one product and for powers of α instead of repeated products.
    pub(super) fn tolerances(self, after: &[f64]) -> Vec<f64> {
        let room = self.tolerance();
        after.iter().map(|w| room * w).collect()
    }

    /// The largest relative difference between two computations of the same step.
    pub(super) fn tolerance(self) -> f64 {
        match self.doubles_exactly() {
            true => 0.0,
            false => gamma(8),
        }
    }
}

/// Indices of the examples on which the rule updates in one pass over a sample, computed from (1, …, 1); `None` if rounding leaves a decision open.
pub(super) fn updates(rule: Winnow, exercise: &Exercise) -> Option<Vec<usize>> {
    let mut w = vec![1.0; exercise.dimension];
    let mut updates = Vec::new();
    for (at, (x, label)) in exercise.shown.iter().enumerate() {
        let example = (x.as_slice(), label.value());
        match rule.due(&w, example, updates.len() as f64 * rule.tolerance()) {
            ScoreComparison::Open => return None,
            ScoreComparison::No => {}
            ScoreComparison::Yes => {
                updates.push(at);
                w = rule.after(&w, example);
            }
        }
    }
    Some(updates)
}

/// Features of which at least one is 1 on every positive example and none on a negative one: a monotone disjunction that labels the examples, found
/// greedily, so not always one with the fewest literals. `None` if no monotone disjunction labels them.
pub(super) fn disjunction(exercise: &Exercise) -> Option<BTreeSet<usize>> {
    let (positive, negative): (Vec<_>, Vec<_>) = exercise
        .shown
        .iter()
        .partition(|(_, label)| *label == Label::Positive);
    let is_allowed = |feature: &usize| negative.iter().all(|(x, _)| x[*feature] == 0.0);
    let allowed: Vec<usize> = (0..exercise.dimension).filter(is_allowed).collect();
    let mut open = positive;
    let mut literals = BTreeSet::new();
    while !open.is_empty() {
        let covered = |feature: usize| open.iter().filter(|(x, _)| x[feature] != 0.0).count();
        let best = allowed
            .iter()
            .copied()
            .max_by_key(|&feature| covered(feature))?;
        if covered(best) == 0 {
            return None;
        }
        open.retain(|(x, _)| x[best] == 0.0);
        literals.insert(best);
    }
    Some(literals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_its_tolerance_and_none_if_products_are_exact() {
        let weights = [1.5, 2.25, 0.0];
        let due = weights.map(|w| gamma(8) * w);
        assert_eq!(Winnow::new(1.5, None).tolerances(&weights), due);
        assert_eq!(Winnow::new(4.0, None).tolerances(&weights), [0.0; 3]);
    }
}
