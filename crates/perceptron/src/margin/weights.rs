//! Defines the weights of examples that prove a bound on the margin.

use crate::sample::Rational;

/// Positive weights of some examples, by index, in increasing order of index; integers without a common divisor.
pub type Weights = Vec<(usize, Rational)>;
