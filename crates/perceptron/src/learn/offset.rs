//! Holds the constant feature of an offset, as a spec writes it.

use crate::documented::{Shape, Shaped, ValueKind};
use crate::sample::Rational;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Value of the constant feature that is appended to every example, so that the hyperplane need not pass through the origin; `None` for no such
/// feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Offset(pub Option<Rational>);

impl Serialize for Offset {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            None => out.serialize_bool(false),
            Some(constant) => constant.serialize(out),
        }
    }
}

/// Description, for error messages, of the values that a spec may write for the key `offset`.
const EXPECTED: &str =
    "false, or the value of the constant feature: an integer, or a fraction or decimal in quotes";

impl Shaped for Offset {
    fn shape() -> Shape {
        let kinds = &[
            ValueKind::Truth,
            ValueKind::Integer,
            ValueKind::Number,
            ValueKind::Text,
        ];
        Shape::Own(EXPECTED, kinds)
    }
}

impl<'de> Deserialize<'de> for Offset {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Constant;
        impl de::Visitor<'_> for Constant {
            type Value = Offset;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }
            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Offset, E> {
                Ok(Offset(value.then(Rational::one)))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Offset, E> {
                Ok(Offset(Some(value.into())))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Offset, E> {
                let constant = Rational::from_decimal(value);
                let wrong = || E::invalid_value(de::Unexpected::Float(value), &self);
                constant
                    .ok_or_else(wrong)
                    .map(|constant| Offset(Some(constant)))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Offset, E> {
                text.parse()
                    .map(|constant| Offset(Some(constant)))
                    .map_err(E::custom)
            }
        }
        input.deserialize_any(Constant)
    }
}
