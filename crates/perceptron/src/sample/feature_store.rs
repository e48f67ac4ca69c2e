//! Defines the trait of feature stores: examples, the zero vector, inner products, additions, comparisons and conversions.

use super::{Label, OutOfRange, Rational};
use std::cmp::Ordering;

/// The operations that the learning loop needs from a store of feature vectors.
///
/// Weights are held in units of the learner's step. So one update adds exactly `label · x`, and a margin is compared with the ratio threshold/step.
/// Each store has its own weight and score types, so that no exact store ever passes through a float.
pub trait FeatureStore: Sync {
    /// The learner's weight vector.
    type Weights: Clone + Send;
    /// The inner product of a weight vector with an example's features, in the store's own units.
    type Score: Copy + Sync;

    /// Number of examples.
    fn examples(&self) -> usize;

    /// The weight vector 0, with which a run begins.
    fn zero(&self) -> Self::Weights;

    /// ⟨w, x_i⟩ for example i, in the store's own units.
    fn dot(&self, example: usize, weights: &Self::Weights) -> Result<Self::Score, OutOfRange>;

    /// Adds `factor · x_i` to the weights, where x_i are the features of the example.
    fn add(
        &self,
        example: usize,
        factor: i64,
        weights: &mut Self::Weights,
    ) -> Result<(), OutOfRange>;

    /// The ratio threshold/step in the store's own units, rounded so that `label · score < result` is exact.
    fn threshold(&self, ratio: &Rational) -> Result<Self::Score, OutOfRange>;

    /// Compares `label · score` with a threshold; `None` if rounding leaves the order open.
    fn compare(label: Label, score: Self::Score, threshold: Self::Score) -> Option<Ordering>;

    /// Compares `label · score` of two examples; `None` if rounding leaves the order open.
    fn compare_scores(a: (Label, Self::Score), b: (Label, Self::Score)) -> Option<Ordering>;

    /// The weights as floats, in the units of the features, for a learner with step (learning rate) 1.
    fn to_floats(&self, weights: &Self::Weights) -> Vec<f64>;

    /// The weights for which [`FeatureStore::to_integers`] returns these integers; `None` if the store is not exact.
    fn weights_of(&self, _integers: &[i64]) -> Option<Self::Weights> {
        None
    }

    /// A positive multiple of the weights as integers; `None` if the store is not exact or an integer exceeds 64 bits.
    fn to_integers(&self, weights: &Self::Weights) -> Option<Vec<i64>>;
}
