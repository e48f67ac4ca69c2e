//! Holds the own keys of a theorem and their values.

use super::written::{WrittenKey, WrittenKind};
use perceptron::documented::{Interval, Invalid, Key, Member, Shape, Shaped, check_range};
use perceptron::sample::Rational;
use serde::de::{self, DeserializeSeed, Deserializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use toml::Value;

/// An own key of a theorem: what a claim that states it says in addition to the keys of all claims.
#[derive(Debug, Clone)]
pub(crate) struct TheoremKey {
    pub name: &'static str,
    pub about: &'static str,
    kind: KeyKind,
    range: Option<&'static str>,
    /// Its value where a spec leaves it out; a key without one is required, unless it is retired.
    pub default: Option<KeyValue>,
    /// Whether only stored results may have the key.
    pub is_retired: bool,
}

#[derive(Debug, Clone)]
enum KeyKind {
    Truth,
    Natural,
    Number,
    Exact,
    Choice(Vec<&'static str>),
}

/// The value of an own key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum KeyValue {
    Truth(bool),
    Natural(u64),
    Number(f64),
    Exact(Rational),
    Word(String),
}

/// Keeps a text of an entry for as long as the program runs. The texts of documentation live as long, and there are few entries.
pub(super) fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

impl TheoremKey {
    pub(super) fn of(name: &str, written: WrittenKey) -> Result<Self, String> {
        let kind = match written.kind {
            _ if !written.choice.is_empty() => {
                KeyKind::Choice(written.choice.into_iter().map(kept).collect())
            }
            Some(WrittenKind::Truth) => KeyKind::Truth,
            Some(WrittenKind::Natural) => KeyKind::Natural,
            Some(WrittenKind::Number) => KeyKind::Number,
            Some(WrittenKind::Exact) => KeyKind::Exact,
            None => return Err(format!("the key `{name}` has neither `kind` nor `choice`")),
        };
        let range = written.range.map(kept);
        if let Some(text) = range.filter(|text| Interval::of(text).is_none()) {
            return Err(format!(
                "the range {text} of the key `{name}` is no interval"
            ));
        }
        let mut key = Self {
            name: kept(name.to_owned()),
            about: "",
            kind,
            range,
            default: None,
            is_retired: written.retired,
        };
        let default = written.default.as_ref().map(|value| key.read(value));
        key.default = default.transpose()?;
        key.about = kept(key.text(&written.about, written.default.as_ref()));
        Ok(key)
    }

    /// Description of the key, with its range and its default, as `documented!` writes it.
    fn text(&self, about: &str, default: Option<&Value>) -> String {
        let range = self.range.map(|range| format!(" Range: {range}.\n"));
        let default = default.map(|default| format!(" Default: {default}.\n"));
        format!(
            " {about}\n{}{}",
            range.unwrap_or_default(),
            default.unwrap_or_default()
        )
    }

    /// Whether a spec chooses the value among names.
    pub(super) fn is_choice(&self) -> bool {
        matches!(self.kind, KeyKind::Choice(_))
    }

    /// The key as a part of the shape of a claim's table.
    pub(crate) fn shape(&self) -> Key {
        let shape = match &self.kind {
            KeyKind::Truth => Shape::Truth,
            KeyKind::Natural => Shape::Natural,
            KeyKind::Number => Shape::Number,
            KeyKind::Exact => Rational::shape(),
            KeyKind::Choice(words) => {
                let members = words.iter().map(|word| Member::alone(word, None));
                Shape::Choice(members.collect())
            }
        };
        let is_required = self.default.is_none() && !self.is_retired;
        let range: Vec<&'static str> = self.range.into_iter().collect();
        Key {
            about: self.about,
            ..Key::new(self.name, is_required, shape).within(&range)
        }
    }

    /// Reads a value of the key.
    pub(super) fn read(&self, value: &Value) -> Result<KeyValue, String> {
        let read = match &self.kind {
            KeyKind::Truth => value.as_bool().map(KeyValue::Truth),
            KeyKind::Natural => {
                let natural = value
                    .as_integer()
                    .and_then(|value| u64::try_from(value).ok());
                natural.map(KeyValue::Natural)
            }
            KeyKind::Number => match value {
                Value::Integer(integer) => Some(KeyValue::Number(*integer as f64)),
                other => other.as_float().map(KeyValue::Number),
            },
            KeyKind::Exact => Rational::deserialize(value.clone())
                .ok()
                .map(KeyValue::Exact),
            KeyKind::Choice(words) => {
                let word = value.as_str().filter(|word| words.contains(word));
                word.map(|word| KeyValue::Word(word.to_owned()))
            }
        };
        read.ok_or_else(|| format!("the key `{}` cannot be {value}", self.name))
    }

    /// Checks that a value lies in the declared range.
    pub(super) fn check(&self, value: &KeyValue) -> Result<(), Invalid> {
        match (self.range, value) {
            (Some(range), KeyValue::Natural(value)) => check_range(value, self.name, range),
            (Some(range), KeyValue::Number(value)) => check_range(value, self.name, range),
            (Some(range), KeyValue::Exact(value)) => check_range(value, self.name, range),
            _ => Ok(()),
        }
    }
}

impl KeyValue {
    /// The value as a fraction, if it is a number; a decimal is the fraction that it spells.
    pub(super) fn number(&self) -> Option<Rational> {
        match self {
            Self::Natural(value) => Some(Rational::from(*value)),
            Self::Number(value) => Rational::from_decimal(*value),
            Self::Exact(value) => Some(value.clone()),
            Self::Truth(_) | Self::Word(_) => None,
        }
    }
}

impl fmt::Display for KeyValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(value) => value.fmt(out),
            Self::Natural(value) => value.fmt(out),
            Self::Number(value) => value.fmt(out),
            Self::Exact(value) => value.fmt(out),
            Self::Word(value) => out.write_str(value),
        }
    }
}

/// Reads the value of a key from a spec.
pub(super) struct KeyReader<'a>(pub &'a TheoremKey);

impl<'de> DeserializeSeed<'de> for KeyReader<'_> {
    type Value = KeyValue;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<KeyValue, D::Error> {
        match &self.0.kind {
            KeyKind::Truth => bool::deserialize(input).map(KeyValue::Truth),
            KeyKind::Natural => u64::deserialize(input).map(KeyValue::Natural),
            KeyKind::Number => f64::deserialize(input).map(KeyValue::Number),
            KeyKind::Exact => Rational::deserialize(input).map(KeyValue::Exact),
            KeyKind::Choice(words) => {
                let word = String::deserialize(input)?;
                match words.contains(&word.as_str()) {
                    true => Ok(KeyValue::Word(word)),
                    false => {
                        let words = words.join(", ");
                        Err(de::Error::custom(format!("`{word}` is none of {words}")))
                    }
                }
            }
        }
    }
}
