//! Carries a number together with what is proved about it: an exact fraction, or an interval rounded outward.
//!
//! A limit is a `Quantity`: a fraction where radius, margin and counts are fractions, otherwise an interval rounded outward at every step. A claim
//! *surely* is violated only where the observed value exceeds the upper end. So no rounding error ever refutes a theorem, and none hides a
//! violation of an exact limit.

use super::Rational;
use std::cmp::Ordering;

/// A number with a proved enclosure: `lower ≤ true value ≤ upper`, and the fraction itself where it is known.
///
/// Arithmetic keeps the enclosure: fractions stay fractions, floats are rounded outward by one unit in the last place
/// at every step, which covers the half unit of an IEEE operation.
///
/// # Examples
/// ```
/// use perceptron::sample::{Quantity, Rational};
/// let bound = Quantity::exact(Rational::new(1, 1)).over(&Quantity::exact(Rational::new(1, 3)));
/// assert!(!Quantity::count(3).exceeds(&bound));
/// assert!(Quantity::count(4).exceeds(&bound));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The number as a float, for tables and figures.
    pub value: f64,
    /// A lower bound on the true value.
    pub lower: f64,
    /// An upper bound on the true value.
    pub upper: f64,
    /// The true value, where it is a known fraction.
    pub exact: Option<Rational>,
}

impl Quantity {
    /// The quantity whose true value is a known fraction.
    pub fn exact(fraction: Rational) -> Self {
        if let Some(whole) = fraction.as_whole_float() {
            let exact = Some(fraction);
            return Self {
                exact,
                ..Self::float(whole)
            };
        }
        let value = fraction.to_f64();
        // The fraction lies between this float and a neighbour, unless it equals the float.
        let (lower, upper) = match fraction.compare_float(value) {
            Ordering::Equal => (value, value),
            Ordering::Less => (value, value.next_up()),
            Ordering::Greater => (value.next_down(), value),
        };
        Self {
            value,
            lower,
            upper,
            exact: Some(fraction),
        }
    }

    /// The quantity whose true value is a count.
    pub fn count(count: u64) -> Self {
        Self::exact(count.into())
    }

    /// A float that was computed with an absolute error of at most `error`.
    pub fn within(value: f64, error: f64) -> Self {
        Self {
            value,
            lower: (value - error).next_down(),
            upper: (value + error).next_up(),
            exact: None,
        }
    }

    /// The factor 1 on a limit, raised by at most this part because of what rounding adds in a run in floats.
    pub fn raised_by(part: f64) -> Self {
        Self {
            upper: (1.0 + part).next_up(),
            ..Self::float(1.0)
        }
    }

    /// A float taken as exact, such as a measured risk.
    pub fn float(value: f64) -> Self {
        Self {
            value,
            lower: value,
            upper: value,
            exact: None,
        }
    }

    /// The smaller of two quantities; exact if both are.
    pub fn least(&self, other: &Self) -> Self {
        let exact = self.exact.as_ref().zip(other.exact.as_ref());
        Self {
            value: self.value.min(other.value),
            lower: self.lower.min(other.lower),
            upper: self.upper.min(other.upper),
            exact: exact.map(|(a, b)| a.min(b).clone()),
        }
    }

    /// Whether this quantity certainly lies above `limit`: by its fraction if both are exact, otherwise by the ends of both enclosures.
    pub fn exceeds(&self, limit: &Self) -> bool {
        match (&self.exact, &limit.exact) {
            (Some(a), Some(b)) => a > b,
            // An excess that rounding could explain does not count.
            _ => self.lower > limit.upper,
        }
    }

    /// Whether two quantities certainly differ: both are known fractions that differ, or their enclosures are disjoint.
    pub fn differs(&self, other: &Self) -> bool {
        match (&self.exact, &other.exact) {
            (Some(a), Some(b)) => a != b,
            _ => self.lower > other.upper || self.upper < other.lower,
        }
    }

    /// The sum of two quantities.
    pub fn plus(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b| a + b,
            |a, b| a + b,
            (self.lower + other.lower, self.upper + other.upper),
        )
    }

    /// The difference of two quantities.
    pub fn minus(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b| a - b,
            |a, b| a - b,
            (self.lower - other.upper, self.upper - other.lower),
        )
    }

    /// The product of two quantities that are not negative.
    pub fn times(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b| a * b,
            |a, b| a * b,
            (self.lower * other.lower, self.upper * other.upper),
        )
    }

    /// The product of a quantity of any sign and a positive fraction.
    pub fn scaled(&self, factor: &Rational) -> Self {
        if let Some(exact) = &self.exact {
            return Self::exact(factor * exact);
        }
        let factor = Self::exact(factor.clone());
        // Which end of the factor moves the product outward depends on the sign of the number.
        let lower = if self.lower < 0.0 {
            factor.upper
        } else {
            factor.lower
        } * self.lower;
        let upper = if self.upper < 0.0 {
            factor.lower
        } else {
            factor.upper
        } * self.upper;
        Self {
            value: factor.value * self.value,
            lower: lower.next_down(),
            upper: upper.next_up(),
            exact: None,
        }
    }

    /// This quantity, which is not negative, divided by a positive one.
    pub fn over(&self, other: &Self) -> Self {
        self.combine(
            other,
            |a, b| a / b,
            |a, b| a / b,
            (self.lower / other.upper, self.upper / other.lower),
        )
    }

    /// The square root of a quantity that is not negative, as an enclosure.
    pub fn root(&self) -> Self {
        // IEEE roots are correctly rounded, so one step outward encloses the root.
        let (lower, upper) = (self.lower.max(0.0).sqrt(), self.upper.sqrt());
        Self {
            value: self.value.sqrt(),
            lower: lower.next_down().max(0.0),
            upper: upper.next_up(),
            exact: None,
        }
    }

    /// The largest integer that is at most the quantity, as an enclosure.
    pub fn floor(&self) -> Self {
        if let Some(exact) = &self.exact {
            return Self::exact(Rational::from_big(exact.floor(), 1.into()));
        }
        Self {
            value: self.value.floor(),
            lower: self.lower.floor(),
            upper: self.upper.floor(),
            exact: None,
        }
    }

    /// Like [`Self::root`], but a fraction if the root is one.
    pub fn sharp_root(&self) -> Self {
        let root = self.exact.as_ref().and_then(Rational::exact_root);
        root.map_or_else(|| self.root(), Self::exact)
    }

    fn combine(
        &self,
        other: &Self,
        float: impl Fn(f64, f64) -> f64,
        exact: impl Fn(&Rational, &Rational) -> Rational,
        (lower, upper): (f64, f64),
    ) -> Self {
        if let (Some(a), Some(b)) = (&self.exact, &other.exact) {
            return Self::exact(exact(a, b));
        }
        Self {
            value: float(self.value, other.value),
            // A float operation is off by at most half an ulp, so one step outward encloses the result.
            lower: lower.next_down(),
            upper: upper.next_up(),
            exact: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn exact_limits_avoid_false_violations_of_float_limits() {
        let miscounted = (1..=300u64).filter(|&d| {
            let margin = 1.0 / (d as f64).sqrt();
            (d as f64) > (1.0 / margin) * (1.0 / margin)
        });
        assert_eq!(miscounted.count(), 80);
        for d in 1..=300 {
            let margin_squared = Quantity::exact(Rational::new(1, d));
            let limit = Quantity::count(1).over(&margin_squared);
            assert!(!Quantity::count(d as u64).exceeds(&limit), "{d}");
        }
    }

    #[test]
    fn a_fraction_beyond_all_floats_lies_between_the_last_of_them_and_infinity() {
        let large = Rational::from_float(1e308).square();
        let found = Quantity::exact(large.clone());
        assert_eq!((found.lower, found.upper), (f64::MAX, f64::INFINITY));
        let found = Quantity::exact(-&large);
        assert_eq!((found.lower, found.upper), (f64::NEG_INFINITY, f64::MIN));
    }

    proptest! {
        #[test]
        fn float_arithmetic_encloses_the_exact_result(a in 1i64..1_000_000, b in 1i64..1_000_000, c in 1i64..1000) {
            let (x, y) = (Rational::new(a, c), Rational::new(b, 7));
            let inexact = |r: &Rational| Quantity { exact: None, ..Quantity::exact(r.clone()) };
            let negative = Quantity { value: -inexact(&x).value, lower: -inexact(&x).upper, upper: -inexact(&x).lower, exact: None };
            for (approximate, exact) in [
                (inexact(&x).scaled(&y), &x * &y),
                (negative.scaled(&y), -&(&x * &y)),
                (inexact(&x).plus(&inexact(&y)), &x + &y),
                (inexact(&x).minus(&inexact(&y)), &x - &y),
                (inexact(&x).times(&inexact(&y)), &x * &y),
                (inexact(&x).over(&inexact(&y)), &x / &y),
            ] {
                prop_assert!(Rational::from_float(approximate.lower) <= exact);
                prop_assert!(Rational::from_float(approximate.upper) >= exact);
            }
        }
    }
}
