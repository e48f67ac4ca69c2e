//! Turns `key=value` arguments into the parameters of a closed form, and reports which key is wrong.

use super::ClosedForm;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use std::fmt;

/// Why a closed form of a risk cannot be evaluated for the given arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// There is no closed form of this name.
    #[error("no closed form is called `{name}`")]
    UnknownName {
        /// The requested name of a closed form.
        name: String,
    },
    /// An argument of the closed form is not `key=value`.
    #[error("`{argument}` is not of the form key=value")]
    Shape {
        /// The argument as it was given.
        argument: String,
    },
    /// A key of the closed form is given twice.
    #[error("the key `{key}` is given twice")]
    Repeated {
        /// The key that is given twice.
        key: String,
    },
    /// The closed form has no such key.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// The key that the closed form does not have.
        key: String,
    },
    /// A required key of the closed form is missing.
    #[error("the key `{key}` is missing")]
    MissingKey {
        /// The required key that is missing.
        key: String,
    },
    /// The value of the closed form cannot be computed within the range of floats.
    #[error(
        "these numbers are too large or too small for floats of 64 bits; bring them nearer to 1"
    )]
    OutOfFloats,
    /// The value of a key is malformed or out of range.
    #[error("{key}: {problem}")]
    Value {
        /// The key whose value is wrong.
        key: String,
        /// What is wrong with the value of the key, and what is allowed.
        problem: String,
    },
}

impl FormError {
    /// Creates the error for a key whose value is not allowed, because of another key's value or the size of the problem.
    pub fn value(key: &str, problem: impl Into<String>) -> Self {
        Self::Value {
            key: key.into(),
            problem: problem.into(),
        }
    }
}

impl de::Error for FormError {
    fn custom<T: fmt::Display>(problem: T) -> Self {
        Self::value("", problem.to_string())
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownKey { key: field.into() }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::MissingKey { key: field.into() }
    }

    fn unknown_variant(variant: &str, allowed: &'static [&'static str]) -> Self {
        Self::custom(format!(
            "`{variant}` is unknown; allowed are {}",
            allowed.join(", ")
        ))
    }
}

impl ClosedForm {
    /// Makes the closed form of this name, with parameters from `key=value` arguments.
    ///
    /// # Errors
    /// The name, the key or the value that is wrong.
    ///
    /// # Examples
    /// ```
    /// use perceptron::risk::catalogue::ClosedForm;
    /// let form = ClosedForm::parse("rotation-invariant", &["angle=0.5"])?;
    /// assert!((form.evaluate()?.quantities[0].value - 0.5 / std::f64::consts::PI).abs() < 1e-15);
    /// # Ok::<(), perceptron::risk::catalogue::FormError>(())
    /// ```
    pub fn parse<T: AsRef<str>>(name: &str, arguments: &[T]) -> Result<Self, FormError> {
        if !Self::DOCS.iter().any(|doc| doc.name == name) {
            return Err(FormError::UnknownName { name: name.into() });
        }
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for argument in arguments.iter().map(AsRef::as_ref) {
            let Some((key, value)) = argument.split_once('=') else {
                return Err(FormError::Shape {
                    argument: argument.into(),
                });
            };
            if pairs.iter().any(|(earlier, _)| *earlier == key) {
                return Err(FormError::Repeated { key: key.into() });
            }
            pairs.push((key, value));
        }
        let pairs = Pairs {
            rest: pairs.into_iter(),
            current: ("", ""),
        };
        Self::deserialize(MapAccessDeserializer::new(MapDeserializer::new(
            std::iter::once((name, pairs)),
        )))
    }
}

/// The `key=value` arguments of a closed form, as pairs (key, text of the value) for deserializing its parameters.
struct Pairs<'a> {
    rest: std::vec::IntoIter<(&'a str, &'a str)>,
    current: (&'a str, &'a str),
}

impl<'a> IntoDeserializer<'a, FormError> for Pairs<'a> {
    type Deserializer = MapAccessDeserializer<Self>;
    fn into_deserializer(self) -> Self::Deserializer {
        MapAccessDeserializer::new(self)
    }
}

impl<'a> de::MapAccess<'a> for Pairs<'a> {
    type Error = FormError;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FormError> {
        let Some(pair) = self.rest.next() else {
            return Ok(None);
        };
        self.current = pair;
        seed.deserialize(pair.0.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, FormError> {
        let (key, text) = self.current;
        seed.deserialize(Text(text))
            .map_err(|error| located(error, key))
    }
}

/// The text after `key=` of one argument, for deserializing the value.
struct Text<'a>(&'a str);

impl<'de> Deserializer<'de> for Text<'_> {
    type Error = FormError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

fn located(error: FormError, key: &str) -> FormError {
    match error {
        FormError::Value { problem, .. } => FormError::value(key, problem),
        other => other,
    }
}
