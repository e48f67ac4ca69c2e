//! Defines the weights of examples that prove a bound on the margin.

use crate::sample::Rational;

/// Positive weights λ_i of some examples as pairs of the index i and λ_i, in increasing order of the index; integers without a common divisor.
pub type Weights = Vec<(usize, Rational)>;
