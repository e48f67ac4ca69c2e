//! Defines the types that every other layer uses: labels, samples, separators and the stores that hold features.
//!
//! Exact fractions are `Rational`, and a `Quantity` is a number with a proved enclosure. Features live in stores: `dense` floats, bit-packed
//! `signs`, `integers` over one denominator, `sparse` fractions, `rounded` floats that stand for exact numbers, and `wide` integers of 127 bits.
//! Margins on `wide` integers are exact, while learners run on the nearest doubles as on `rounded`. Each store has its own type of weights and
//! scores, so nothing exact passes through a float on the way. Integers that leave their range are an error value, never a wrap. `Opponent` is the
//! trait of generators that answer a learner instead of drawing a sample.

mod dense;
mod fast;
mod feature_store;
mod features;
mod float_rows;
mod hoeffding;
mod integers;
mod label;
mod margins;
mod opponent;
mod quantity;
mod rational;
mod rounded;
mod separator;
mod sign_weights;
mod signs;
mod sparse;
mod ties;
mod weights;
mod wide;

pub use dense::{Dense, dot_bounds};
pub(crate) use fast::min_max;
pub use fast::{
    FastPath, GramScores, LeaveOneOutScores, ScanResult, ScoreStore, UpcomingExamples,
    UpdateThreshold,
};
pub use feature_store::FeatureStore;
pub use features::Features;
pub use float_rows::{dot, dot_with};
pub use hoeffding::hoeffding_root;
pub use integers::Integers;
pub use label::Label;
pub use margins::Margins;
pub use opponent::{Forecast, Foresee, Opponent, Reply};
pub use quantity::Quantity;
pub use rational::{Rational, RationalError};
pub use rounded::{BoundedScore, Rounded};
pub use separator::Separator;
pub use sign_weights::SignWeights;
pub use signs::Signs;
pub use sparse::Sparse;
pub use ties::{TestTies, Ties};
pub use weights::{IntegerWeights, OutOfRange};
pub use wide::WideIntegers;

use std::cmp::Ordering;

/// The finite sequence of examples drawn in one replicate, with the separator planted by its generator, if it plants one.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The feature vectors, one per example.
    pub features: Features,
    /// The labels, in the order of the features.
    pub labels: Vec<Label>,
    /// The planted separator: the direction by which the generator labels examples, or that the spec states. It need not separate this sample.
    pub planted: Option<Separator>,
}

/// Orders two floats; `None` only if one is NaN.
pub(crate) fn order(a: f64, b: f64) -> Option<Ordering> {
    a.partial_cmp(&b)
}
