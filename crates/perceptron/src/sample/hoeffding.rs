//! Computes the deviation of a mean that Hoeffding's inequality allows, as an enclosed number.

use super::{Quantity, Rational};

/// The root c√(ln(1/δ)/(2n)) for n = `examples`, δ = `delta` and c = `factor`, rounded outward; exactly 0 if c is 0.
///
/// # Source
/// docs/theory.md, X5: with c = 1 a sum of n martingale differences in intervals of length 1 reaches n times the root with probability at most δ.
///
/// # Examples
/// ```
/// use perceptron::sample::{Quantity, Rational, hoeffding_root};
/// let root = hoeffding_root(&Quantity::count(100), &Rational::new(1, 20), &Rational::one());
/// assert!((root.value - 0.122387).abs() < 5e-7 && root.lower < root.upper);
/// ```
pub fn hoeffding_root(examples: &Quantity, delta: &Rational, factor: &Rational) -> Quantity {
    if factor.is_zero() {
        return Quantity::count(0);
    }
    let value = -libm::log(delta.to_f64());
    // δ as a float is off by half a unit in its last place, and the logarithm by less than one.
    let logarithm = Quantity::within(value, 4.0 * f64::EPSILON * (1.0 + value));
    let square = logarithm.over(&Quantity::count(2).times(examples));
    square.root().scaled(factor)
}
