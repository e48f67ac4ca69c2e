//! Holds the weights that prove a bound on the margin: one for each example that counts.

use crate::sample::Rational;

/// Positive weights of some examples, by index, in increasing order; integers without a common divisor.
pub type Weights = Vec<(usize, Rational)>;
