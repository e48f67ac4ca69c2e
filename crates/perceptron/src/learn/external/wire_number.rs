//! Holds a number that is exchanged with an external learner: an integer or a double, as JSON spells it.

use crate::sample::{Features, Rational};
use serde::{Serialize, Serializer};
use std::fmt;

/// A number that is exchanged with an external learner as JSON: a feature of an example, or a weight of the learner.
#[derive(Debug, Clone, Copy)]
pub enum WireNumber {
    /// An integer, spelled without point and exponent.
    Integer(i64),
    /// A finite double.
    Float(f64),
}

/// Error: a feature that neither a 64-bit integer nor a double equals, so that it cannot be sent to an external learner.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "the feature {0} is not exact in 64 bits, which is what a process is sent: set `arithmetic = \"f64\"` for the nearest numbers"
)]
pub struct NotADouble(Rational);

impl WireNumber {
    /// Returns the double nearest to the number.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// Returns the exact value of the number, as a fraction.
    pub fn to_rational(self) -> Rational {
        match self {
            Self::Integer(value) => value.into(),
            Self::Float(value) => Rational::from_float(value),
        }
    }

    /// Returns the number as an integer, if its value is one and fits 64 bits.
    pub fn to_integer(self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Float(value) => {
                let fits = value.fract() == 0.0 && value.abs() < 9e18;
                fits.then_some(value as i64)
            }
        }
    }

    /// Returns the integer or double with exactly this value, if there is one.
    pub fn of(value: &Rational) -> Option<Self> {
        let float = value.to_f64();
        let exact = float.is_finite() && Rational::from_float(float) == *value;
        let integer = value.denominator() == 1.into();
        match i64::try_from(value.numerator()) {
            Ok(whole) if integer => Some(Self::Integer(whole)),
            _ => exact.then_some(Self::Float(float)),
        }
    }

    /// Returns the features of each example, as they are sent to an external learner; floats that are integers are spelled as floats.
    ///
    /// # Errors
    /// An exact feature equals no number of 64 bits.
    pub fn rows(features: &Features) -> Result<Vec<Vec<Self>>, NotADouble> {
        let row = |example| match features.exact_row(example) {
            Some(exact) => exact
                .iter()
                .map(|x| Self::of(x).ok_or_else(|| NotADouble(x.clone())))
                .collect(),
            None => Ok(features
                .row(example)
                .iter()
                .map(|&x| Self::Float(x))
                .collect()),
        };
        (0..features.examples()).map(row).collect()
    }
}

impl PartialEq for WireNumber {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            _ => self.to_rational() == other.to_rational(),
        }
    }
}

impl fmt::Display for WireNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(out),
            Self::Float(value) => value.fmt(out),
        }
    }
}

impl Serialize for WireNumber {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(value) => out.serialize_i64(*value),
            Self::Float(value) => out.serialize_f64(*value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Integers;

    #[test]
    fn integer_and_float_of_the_same_value_are_equal() {
        assert_eq!(WireNumber::Integer(3), WireNumber::Float(3.0));
        assert_eq!(WireNumber::Float(0.0), WireNumber::Float(-0.0));
        // 2⁵³ + 1 is no double, so the nearest double is another number.
        assert_ne!(
            WireNumber::Integer(9_007_199_254_740_993),
            WireNumber::Float(9_007_199_254_740_992.0)
        );
        assert_eq!(WireNumber::Float(-7.0).to_integer(), Some(-7));
        assert_eq!(WireNumber::Float(0.5).to_integer(), None);
    }

    #[test]
    fn feature_that_no_double_equals_is_refused_not_rounded() {
        let half = Features::Integers(Integers::new(2, vec![1, 4], 2));
        assert_eq!(
            WireNumber::rows(&half),
            Ok(vec![vec![WireNumber::Float(0.5), WireNumber::Integer(2)]])
        );
        let third = Features::Integers(Integers::new(1, vec![1], 3));
        assert_eq!(
            WireNumber::rows(&third),
            Err(NotADouble(Rational::new(1, 3)))
        );
    }
}
