//! Holds what every other layer talks about: labels, samples, separators and the stores their features live in.
//!
//! Exact fractions are `Rational`, and a `Quantity` is a number with what is proved of it. Features live in stores: `dense` floats, bit-packed
//! `signs`, `integers` over one denominator, `sparse` fractions, `rounded` floats that stand for exact numbers, and `wide` integers of 127 bits,
//! whose margins are exact and whose learners run on the nearest doubles as on `rounded`. Each store has its own type of weights and scores, so
//! nothing exact passes through a float on the way. Integers that leave their range are an error value, never a wrap. An opponent, which answers a
//! learner instead of being drawn, is a trait here.

mod ahead;
mod asked;
mod coarse;
mod dense;
mod ends;
mod features;
mod integers;
mod lanes;
mod margins;
mod opponent;
mod products;
mod quantity;
mod rational;
mod rounded;
mod scores;
mod separator;
mod sign_weights;
mod signs;
mod sparse;
mod ties;
mod votes;
mod weights;
mod wide;

pub use ahead::{Ahead, Due, Passed};
pub use dense::{Dense, dot, dot_bounds, dot_with};
pub(crate) use ends::ends;
pub use features::Features;
pub use integers::Integers;
pub use margins::Margins;
pub use opponent::{Forecast, Foresee, Opponent, Reply};
pub use quantity::Quantity;
pub use rational::{Rational, RationalError};
pub use rounded::{BoundedScore, Rounded};
pub use scores::{ScoreStore, Scores, Without};
pub use separator::Separator;
pub use sign_weights::SignWeights;
pub use signs::Signs;
pub use sparse::Sparse;
pub use ties::{TestTies, Ties};
pub use weights::{IntegerWeights, OutOfRange};
pub use wide::WideIntegers;

use std::cmp::Ordering;

/// The class of an example, −1 or +1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// y = −1.
    Negative,
    /// y = +1.
    Positive,
}

impl Label {
    /// The label of the side a non-negative score lies on: the convention sign(0) = +1.
    pub fn of_sign(nonnegative: bool) -> Self {
        if nonnegative {
            Self::Positive
        } else {
            Self::Negative
        }
    }

    /// The other class.
    pub fn opposite(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Positive => Self::Negative,
        }
    }

    /// −1 or +1 as an integer.
    pub fn sign(self) -> i64 {
        match self {
            Self::Negative => -1,
            Self::Positive => 1,
        }
    }

    /// −1.0 or +1.0.
    pub fn value(self) -> f64 {
        match self {
            Self::Negative => -1.0,
            Self::Positive => 1.0,
        }
    }
}

/// The finite sequence of examples drawn in one replicate, with the separator planted by its generator, if it plants one.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The feature vectors, one per example.
    pub features: Features,
    /// The labels, in the order of the features.
    pub labels: Vec<Label>,
    /// A direction known to the generator; it need not separate this sample.
    pub planted: Option<Separator>,
}

/// What the learning loop needs of a store of feature vectors.
///
/// Weights are held in units of the learner's step, so that one update adds exactly `label · x`, and a margin is
/// compared with the ratio threshold / step. Each store has its own weight and score types, so that no exact store
/// ever passes through a float.
pub trait FeatureStore: Sync {
    /// The learner's vector.
    type Weights: Clone + Send;
    /// A dot product.
    type Score: Copy + Sync;

    /// Number of examples.
    fn examples(&self) -> usize;

    /// The zero vector.
    fn zero(&self) -> Self::Weights;

    /// ⟨w, x_i⟩ in the store's own units.
    fn dot(&self, example: usize, weights: &Self::Weights) -> Result<Self::Score, OutOfRange>;

    /// What a score of an example, or an update on it, costs, in products of two machine words.
    fn products(&self, example: usize) -> u64;

    /// What [`FeatureStore::products`] says of every example, where it is the same.
    fn uniform_products(&self) -> Option<u64> {
        None
    }

    /// The least score above this one; `None` where scores are not exactly what they stand for.
    fn above(score: Self::Score) -> Option<Self::Score>;

    /// How many of the examples ahead come before the first one that calls for an update, or whose score is out of range or open.
    fn pass(
        &self,
        ahead: &Ahead,
        labels: &[Label],
        weights: &Self::Weights,
        due: &Due<Self::Score>,
    ) -> Passed<Self::Score> {
        one_by_one(self, ahead, labels, weights, due)
    }

    /// Whether [`FeatureStore::pass`] passes over this example whatever its score is.
    fn passes_over(&self, _example: usize) -> bool {
        false
    }

    /// After how many examples in a row that called for no update a look at all of them costs less than to go on; `None` where it never does.
    fn patience(&self) -> Option<u64> {
        None
    }

    /// Whether an example is known to call for no update, without a look at its score.
    fn is_surely_quiet(
        &self,
        _example: usize,
        _label: Label,
        _weights: &Self::Weights,
        _due: &Due<Self::Score>,
    ) -> bool {
        false
    }

    /// `label · score` of an example compared with zero; `None` if rounding leaves it open or the score is out of range.
    fn side(&self, example: usize, label: Label, weights: &Self::Weights) -> Option<Ordering> {
        let zero = self.threshold(&Rational::zero()).ok()?;
        Self::compare(label, self.dot(example, weights).ok()?, zero)
    }

    /// `label · score` of two examples against each other; `None` if rounding leaves the order open or a score is out of range.
    fn compare_examples(
        &self,
        a: (Label, usize),
        b: (Label, usize),
        weights: &Self::Weights,
    ) -> Option<Ordering> {
        let score = |example| self.dot(example, weights).ok();
        Self::compare_scores((a.0, score(a.1)?), (b.0, score(b.1)?))
    }

    /// Adds `factor · x_i` to the weights.
    fn add(
        &self,
        example: usize,
        factor: i64,
        weights: &mut Self::Weights,
    ) -> Result<(), OutOfRange>;

    /// The ratio threshold / step in the store's own units, rounded so that `label · score < result` is exact.
    fn threshold(&self, ratio: &Rational) -> Result<Self::Score, OutOfRange>;

    /// `label · score` against a threshold; `None` if rounding leaves the order open.
    fn compare(label: Label, score: Self::Score, threshold: Self::Score) -> Option<Ordering>;

    /// `label · score` of two examples against each other; `None` if rounding leaves the order open.
    fn compare_scores(a: (Label, Self::Score), b: (Label, Self::Score)) -> Option<Ordering>;

    /// The weights as floats, in the units of the features, for a step of one.
    fn to_floats(&self, weights: &Self::Weights) -> Vec<f64>;

    /// The weights that [`FeatureStore::to_integers`] shows as these integers, where the store is exact.
    fn weights_of(&self, _integers: &[i64]) -> Option<Self::Weights> {
        None
    }

    /// A positive multiple of the weights as integers, where the store is exact.
    fn to_integers(&self, weights: &Self::Weights) -> Option<Vec<i64>>;
}

/// How many of the examples ahead come before the first one that calls for an update, by one score after the other.
// What is met goes from here to the loop in registers.
#[inline(always)]
fn one_by_one<S: FeatureStore + ?Sized>(
    store: &S,
    ahead: &Ahead,
    labels: &[Label],
    weights: &S::Weights,
    due: &Due<S::Score>,
) -> Passed<S::Score> {
    for (quiet, example) in ahead.iter().enumerate() {
        let (label, score) = (labels[example], store.dot(example, weights));
        let reach = due.reach[usize::from(label == Label::Positive)];
        let Ok(score) = score else {
            return Passed::only(quiet);
        };
        match S::compare(label, score, reach) {
            Some(Ordering::Less) => {
                let due = Some((example, score));
                return Passed { quiet, due };
            }
            Some(_) => {}
            None => return Passed::only(quiet),
        }
    }
    Passed::only(ahead.len())
}

/// Orders two numbers that are never NaN.
pub(crate) fn order(a: f64, b: f64) -> Option<Ordering> {
    a.partial_cmp(&b)
}
