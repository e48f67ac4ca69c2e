//! Parses and writes fractions as they appear in specs, rows and verdicts: "p/q", an integer or a decimal in quotes.

use super::{Rational, RationalError};
use crate::documented::{End, Interval, Ranged, Shape, Shaped, ValueKind};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Num, One, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// Parses a decimal with a point or an exponent; `None` for any other text.
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
    Some((BigRational::from_integer(integer) * power).into())
}

/// The largest number of digits after the decimal point that [`Rational::to_decimal`] writes.
const MOST_DIGITS: usize = 64;

impl Rational {
    /// The decimal that a user typed in TOML, from the float to which TOML rounded it: the shortest decimal that gives this float. `None` if the
    /// float is not finite.
    pub fn from_decimal(value: f64) -> Option<Self> {
        decimal(&format!("{value}"))
    }

    /// The fraction as a decimal; `None` if it has no decimal that ends within 64 digits after the point.
    pub fn to_decimal(&self) -> Option<String> {
        let denominator = self.denominator();
        let mut scale = BigInt::one();
        let mut digits = 0;
        while !(&scale % &denominator).is_zero() {
            scale *= 10;
            digits += 1;
            if digits > MOST_DIGITS {
                return None;
            }
        }
        let whole = self.numerator() * (scale / denominator);
        let width = digits + 1;
        let text = format!("{:0>width$}", whole.magnitude().to_string());
        let (before, after) = text.split_at(text.len() - digits);
        let sign = if self.is_negative() { "-" } else { "" };
        let point = if digits > 0 { "." } else { "" };
        Some(format!("{sign}{before}{point}{after}"))
    }
}

/// Parses an integer or a fraction "p/q" whose numerator and denominator fit 64 bits; `None` for any other text, and if q = 0.
fn of_words(text: &str) -> Option<Rational> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator = denominator.parse().ok().filter(|&of: &i64| of != 0)?;
    Some(Rational::new(numerator.parse().ok()?, denominator))
}

impl FromStr for Rational {
    type Err = RationalError;

    fn from_str(text: &str) -> Result<Self, RationalError> {
        let wrong = || RationalError(text.to_owned());
        let trimmed = text.trim();
        if let Some(fraction) = of_words(trimmed) {
            return Ok(fraction);
        }
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
        match self.as_words() {
            Some((numerator, 1)) => return write!(out, "{numerator}"),
            Some((numerator, denominator)) => return write!(out, "{numerator}/{denominator}"),
            None => {}
        }
        let (numerator, denominator) = (self.numerator(), self.denominator());
        if denominator.is_one() {
            write!(out, "{numerator}")
        } else {
            write!(out, "{numerator}/{denominator}")
        }
    }
}

impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let integer = self
            .denominator()
            .is_one()
            .then(|| self.numerator().to_i64());
        match integer.flatten() {
            Some(integer) => out.serialize_i64(integer),
            None => out.serialize_str(&self.to_string()),
        }
    }
}

/// The spellings of an exact number that a spec accepts.
const EXPECTED: &str = "an exact number: an integer, or in quotes a fraction such as \"1/3\" or a decimal such as \"0.1\"";

impl Shaped for Rational {
    fn shape() -> Shape {
        Shape::Own(EXPECTED, &[ValueKind::Integer, ValueKind::Text])
    }
}

impl Ranged for Rational {
    const KIND: &'static str = "an exact number";

    fn outside(&self, interval: &Interval) -> Option<String> {
        let compare = |end: &End| Some(self.cmp(&Rational::new(end.numerator, end.denominator)));
        (!interval.contains(compare)).then(|| self.to_string())
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Exact;
        impl de::Visitor<'_> for Exact {
            type Value = Rational;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
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
    fn a_fraction_is_a_decimal_where_its_denominator_divides_a_power_of_ten() {
        let text = |numerator, denominator| Rational::new(numerator, denominator).to_decimal();
        for (numerator, denominator, expected) in [
            (0, 1, "0"),
            (-7, 1, "-7"),
            (1, 8, "0.125"),
            (-3, 200, "-0.015"),
            (1234, 5, "246.8"),
        ] {
            let spelled = text(numerator, denominator);
            assert_eq!(spelled.as_deref(), Some(expected));
            let read = spelled.and_then(|spelled| spelled.parse().ok());
            assert_eq!(read, Some(Rational::new(numerator, denominator)));
        }
        assert_eq!((text(1, 3), text(5, 14)), (None, None));
    }
}
