//! Gives exact fractions a spelling: "p/q", an integer or a decimal in quotes, in specs, rows and verdicts.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Num, One, Signed, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::FromStr;

/// An exact fraction in lowest terms.
///
/// # Examples
/// ```
/// use perceptron::sample::Rational;
/// let third: Rational = "2/6".parse()?;
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!("0.1".parse::<Rational>()?, Rational::new(1, 10));
/// # Ok::<(), perceptron::sample::RationalError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rational(pub BigRational);

/// Why a text is not a fraction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not an exact number; write an integer, a fraction such as \"1/3\" or a decimal such as \"0.1\", the latter two in quotes"
)]
pub struct RationalError(String);

impl Rational {
    /// `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        Self::from_big(numerator.into(), denominator.into())
    }

    /// The fraction of two big integers, the second not zero.
    pub fn from_big(numerator: BigInt, denominator: BigInt) -> Self {
        Self(BigRational::new(numerator, denominator))
    }

    /// Zero.
    pub fn zero() -> Self {
        Self(BigRational::zero())
    }

    /// One.
    pub fn one() -> Self {
        Self(BigRational::one())
    }

    /// The value of a finite float, exactly.
    ///
    /// # Panics
    /// If the float is not finite: no fraction stands for it, and none that stood for it would be noticed.
    pub fn from_float(value: f64) -> Self {
        let exact = BigRational::from_float(value);
        Self(exact.unwrap_or_else(|| panic!("{value} is not finite, so it is no fraction")))
    }

    /// The decimal a person typed when TOML shows it as this float: its shortest decimal spelling; `None` if it is not finite.
    pub fn from_decimal(value: f64) -> Option<Self> {
        decimal(&format!("{value}"))
    }

    /// The nearest float.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Numerator in lowest terms.
    pub fn numerator(&self) -> &BigInt {
        self.0.numer()
    }

    /// Denominator in lowest terms, positive.
    pub fn denominator(&self) -> &BigInt {
        self.0.denom()
    }

    /// The root, where it is a fraction.
    pub fn exact_root(&self) -> Option<Self> {
        let root = |of: &BigInt| {
            let root = of.sqrt();
            (&root * &root == *of).then_some(root)
        };
        let is_negative = self.is_negative();
        let (numerator, denominator) = (self.numerator(), self.denominator());
        let ends = (!is_negative).then(|| root(numerator).zip(root(denominator)))?;
        ends.map(|(numerator, denominator)| Self::from_big(numerator, denominator))
    }

    /// The square.
    pub fn square(&self) -> Self {
        Self(&self.0 * &self.0)
    }

    /// The smallest integer that is not below it.
    pub fn ceil(&self) -> BigInt {
        self.0.ceil().to_integer()
    }
}

fn decimal(text: &str) -> Option<Rational> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            exponent.parse::<i32>().ok().filter(|e| e.abs() <= 400)?,
        ),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let integer = BigInt::from_str_radix(digits.trim_start_matches('+'), 10).ok()?;
    let shift = exponent - i32::try_from(fraction.len()).ok()?;
    let power = BigRational::from_integer(10.into()).pow(shift);
    Some(Rational(BigRational::from_integer(integer) * power))
}

impl FromStr for Rational {
    type Err = RationalError;

    fn from_str(text: &str) -> Result<Self, RationalError> {
        let wrong = || RationalError(text.to_owned());
        let trimmed = text.trim();
        match trimmed.split_once('/') {
            None => decimal(trimmed).ok_or_else(wrong),
            Some((numerator, denominator)) => {
                let numerator: BigInt = numerator.trim().parse().map_err(|_| wrong())?;
                let denominator: BigInt = denominator.trim().parse().map_err(|_| wrong())?;
                if denominator.is_zero() {
                    Err(wrong())
                } else {
                    Ok(Self::from_big(numerator, denominator))
                }
            }
        }
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_integer() {
            write!(out, "{}", self.0.numer())
        } else {
            write!(out, "{}/{}", self.0.numer(), self.0.denom())
        }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::new(value, 1)
    }
}

impl From<i128> for Rational {
    fn from(value: i128) -> Self {
        Self::from_big(value.into(), 1.into())
    }
}

macro_rules! arithmetic {
    ($($operation:ident :: $method:ident),*) => {$(
        impl $operation for &Rational {
            type Output = Rational;
            fn $method(self, other: Self) -> Rational {
                Rational((&self.0).$method(&other.0))
            }
        }
    )*};
}
arithmetic!(Add::add, Sub::sub, Mul::mul, Div::div);

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-&self.0)
    }
}

impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.0.numer().to_i64().filter(|_| self.0.is_integer()) {
            Some(integer) => out.serialize_i64(integer),
            None => out.serialize_str(&self.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Exact;
        impl de::Visitor<'_> for Exact {
            type Value = Rational;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an exact number: an integer, or in quotes a fraction such as \"1/3\" or a decimal such as \"0.1\"")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Rational, E> {
                Ok(value.into())
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Rational, E> {
                Ok(Rational::from_big(value.into(), 1.into()))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Rational, E> {
                text.parse().map_err(E::custom)
            }
        }
        input.deserialize_any(Exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_no_decimal_and_no_fraction() {
        let unwritten = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Rational::from_decimal);
        assert_eq!(unwritten, [None, None, None]);
        assert!(std::panic::catch_unwind(|| Rational::from_float(f64::NAN)).is_err());
        assert!(std::panic::catch_unwind(|| Rational::new(1, 0)).is_err());
    }

    #[test]
    fn fractions_decimals_and_integers_are_read_exactly() {
        for (text, numerator, denominator) in [
            ("1/2", 1, 2),
            ("-4/6", -2, 3),
            ("0.25", 1, 4),
            ("7", 7, 1),
            ("1e-3", 1, 1000),
            ("-1.5", -3, 2),
        ] {
            assert_eq!(
                text.parse::<Rational>(),
                Ok(Rational::new(numerator, denominator)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_text_that_is_no_number_is_refused_with_the_allowed_spellings() {
        for text in ["1/0", "x", "1/2/3", "", "1e999999"] {
            let message = text.parse::<Rational>().map_err(|e| e.to_string());
            assert!(message.is_err_and(|m| m.contains("1/3")), "{text}");
        }
    }

    #[test]
    fn a_float_is_read_as_the_decimal_that_was_typed() {
        assert_eq!(Rational::from_decimal(0.1), Some(Rational::new(1, 10)));
        assert_ne!(Rational::from_float(0.1), Rational::new(1, 10));
    }
}
