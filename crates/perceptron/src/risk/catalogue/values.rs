//! Reads the values of a closed form's keys: numbers in their range, lists, masses and labels.

use crate::documented::{Shape, Shaped};
use crate::sample::{Label, Rational};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::f64::consts::PI;

/// Deserializes the value of a closed form's key: applies `read` to the text after `key=`.
fn from_text<'de, D: Deserializer<'de>, T>(
    input: D,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    let text = String::deserialize(input)?;
    read(text.trim()).map_err(de::Error::custom)
}

/// Parses a finite float that is written as a decimal or a fraction.
fn finite(text: &str) -> Result<f64, String> {
    let exact = || text.parse::<Rational>().map(|value| value.to_f64());
    let value = text.parse::<f64>().or_else(|_| exact());
    match value {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(format!(
            "`{text}` is not finite; write a decimal such as 0.2 or a fraction such as 1/3"
        )),
        Err(_) => Err(format!(
            "`{text}` is not a number; write a decimal such as 0.2 or a fraction such as 1/3"
        )),
    }
}

/// Implements reading and writing as text for the given types of values of a closed form's keys.
macro_rules! from_texts {
    ($($type:ty),*) => {
        $(impl Shaped for $type {
            fn shape() -> Shape {
                Shape::Text
            }
        })*
    };
}

from_texts! {
    Angle, Margin, PositiveMargin, Probability, NonNegative, GaussianMargin, Positive, Real, Reals, Integers, ExactFraction, Fractions, Masses, Labels
}

impl<const LEAST: u32> Shaped for AtLeast<LEAST> {
    fn shape() -> Shape {
        Shape::Text
    }
}

/// Declares types for floats that a closed form's key restricts to a range.
macro_rules! ranged {
    ($($(#[doc = $doc:literal])* $name:ident: $value:ident, $within:expr, $allowed:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Serialize)]
        pub struct $name(pub f64);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                from_text(input, |text| {
                    let $value = finite(text)?;
                    if $within { Ok(Self($value)) } else { Err(format!("`{text}` is out of range; allowed is {}", $allowed)) }
                })
            }
        }
    )*};
}

ranged! {
    /// An angle in radians, 0 to π.
    Angle: value, (0.0..=PI).contains(&value), "an angle in radians, from 0 to 3.141592653589793";
    /// A margin of unit vectors, in [0, 1).
    Margin: value, (0.0..1.0).contains(&value), "a number from 0 to below 1";
    /// A margin in (0, 1).
    PositiveMargin: value, value > 0.0 && value < 1.0, "a number above 0 and below 1";
    /// A probability, in [0, 1].
    Probability: value, (0.0..=1.0).contains(&value), "a number from 0 to 1";
    /// A number that is not negative.
    NonNegative: value, value >= 0.0, "a number from 0";
    /// A margin of Gaussian features, up to 1000000. Above that, the wedge of errors is too thin for the accuracy of the quadrature.
    GaussianMargin: value, (0.0..=1e6).contains(&value), "a number from 0 to 1000000";
    /// A number above zero.
    Positive: value, value > 0.0, "a number above 0";
    /// Any finite number.
    Real: value, true, "any number";
}

/// A whole number from `LEAST` to 2³² − 1, as the value of a closed form's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AtLeast<const LEAST: u32>(pub u32);

impl<'de, const LEAST: u32> Deserialize<'de> for AtLeast<LEAST> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| {
            let value = text.parse().ok().filter(|value| *value >= LEAST);
            value.map(Self).ok_or_else(|| {
                format!(
                    "`{text}` is out of range; allowed is a whole number from {LEAST} to {}",
                    u32::MAX
                )
            })
        })
    }
}

/// Parses every element of a comma-separated list with `read`.
fn list<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    text.split(',').map(|item| read(item.trim())).collect()
}

/// A comma-separated list of finite floats, as the value of a closed form's key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reals(pub Vec<f64>);

impl<'de> Deserialize<'de> for Reals {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| list(text, finite).map(Self))
    }
}

/// A comma-separated list of 64-bit integers, as the value of a closed form's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Integers(pub Vec<i64>);

impl<'de> Deserialize<'de> for Integers {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let integer = |text: &str| {
            text.parse::<i64>()
                .map_err(|_| format!("`{text}` is not an integer of 64 bits, as in 3,1,-2"))
        };
        from_text(input, |text| list(text, integer).map(Self))
    }
}

fn fraction(text: &str) -> Result<Rational, String> {
    text.parse().map_err(|_| format!("`{text}` is not an exact number; write an integer, a fraction such as 1/3 or a decimal such as 0.1"))
}

/// An exact number, written as a fraction, a decimal or an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactFraction(pub Rational);

impl Serialize for ExactFraction {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for ExactFraction {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| fraction(text).map(Self))
    }
}

/// A comma-separated list of exact numbers, as the value of a closed form's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fractions(pub Vec<Rational>);

impl<'de> Deserialize<'de> for Fractions {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| list(text, fraction).map(Self))
    }
}

/// The probabilities of the d atoms of a distribution: a named scheme of the generator `basis`, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Masses {
    /// Every atom has the probability 1/d.
    #[default]
    Uniform,
    /// Each of the first d − 1 atoms has the probability 1/(n+1), for sample size n, and the last atom the remaining probability.
    Light,
    /// The listed probabilities, one per atom, which sum to 1.
    #[serde(untagged)]
    List(Vec<Rational>),
}

impl<'de> Deserialize<'de> for Masses {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| match text {
            "uniform" => Ok(Self::Uniform),
            "light" => Ok(Self::Light),
            _ => match list(text, fraction) {
                Ok(masses) => distribution(masses).map(Self::List),
                Err(_) => Err(format!(
                    "`{text}` is not a list of masses; allowed are uniform, light, or a list such as 1/2,1/4,1/4"
                )),
            },
        })
    }
}

/// Checks that probabilities are not negative and sum to 1, and returns them.
pub(super) fn distribution(masses: Vec<Rational>) -> Result<Vec<Rational>, String> {
    if let Some(mass) = masses.iter().find(|mass| mass.is_negative()) {
        return Err(format!("the mass {mass} is below 0"));
    }
    let sum = masses
        .iter()
        .fold(Rational::zero(), |sum, mass| &sum + mass);
    if sum == Rational::one() {
        Ok(masses)
    } else {
        Err(format!("the masses sum to {sum}, not to 1"))
    }
}

/// The labels of the atoms of a distribution: a named scheme of the generator `basis`, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Labels {
    /// Every atom has the label +1.
    #[default]
    Positive,
    /// Every atom has the label −1.
    Negative,
    /// The labels are +1, −1, +1, … in the order of the atoms.
    Alternating,
    /// The listed labels, one per atom.
    List(Vec<Label>),
}

impl Labels {
    /// The label of the atom with this index, from 0. If labels are a list, it must contain the index.
    pub fn at(&self, index: u32) -> Label {
        match self {
            Self::Positive => Label::Positive,
            Self::Negative => Label::Negative,
            Self::Alternating => Label::of_sign(index.is_multiple_of(2)),
            Self::List(list) => list[index as usize],
        }
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Positive => out.serialize_str("positive"),
            Self::Negative => out.serialize_str("negative"),
            Self::Alternating => out.serialize_str("alternating"),
            Self::List(labels) => out.collect_seq(labels.iter().map(|label| label.sign())),
        }
    }
}

fn label(text: &str) -> Result<Label, String> {
    match text {
        "1" | "+1" => Ok(Label::Positive),
        "-1" => Ok(Label::Negative),
        _ => Err(format!(
            "`{text}` is not a label; allowed are positive, negative, alternating, or a list of 1 and -1 such as 1,-1,1"
        )),
    }
}

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        from_text(input, |text| match text {
            "positive" => Ok(Self::Positive),
            "negative" => Ok(Self::Negative),
            "alternating" => Ok(Self::Alternating),
            _ => list(text, label).map(Self::List),
        })
    }
}
