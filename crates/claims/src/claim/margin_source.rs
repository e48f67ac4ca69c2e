//! Defines which margin γ a limit uses: the sample's, the largest, the distribution's, or a stated number.

use super::Term;
use crate::trial::{Column, Setting, columns};
use perceptron::documented::{Shape, Shaped, ValueKind};
use perceptron::sample::{Quantity, Rational};
use serde::{Deserialize, Deserializer, de};
use std::fmt;

/// Which margin γ the limit of a claim uses.
#[derive(Debug, Clone, PartialEq)]
pub enum MarginSource {
    /// The planted separator's margin on the sample at hand.
    Sample,
    /// The largest margin that any vector has on the sample, by the lower end of its certified interval.
    Max,
    /// The margin that the distribution guarantees almost surely.
    Population,
    /// A number that the spec states.
    Number(Rational),
}

impl MarginSource {
    /// The column with the square of this margin; `None` for a number that the spec states.
    pub fn column(&self) -> Option<Column<Quantity>> {
        match self {
            Self::Sample => Some(columns::SAMPLE_MARGIN_SQUARED),
            Self::Max => Some(columns::MAX_MARGIN_SQUARED),
            Self::Population => Some(columns::POPULATION_MARGIN_SQUARED),
            Self::Number(_) => None,
        }
    }

    /// The square of this margin, γ², as a [`Term`]; missing on a trial without such a margin, or without a positive one.
    pub fn squared(&self) -> Term {
        match (self, self.column()) {
            (Self::Number(margin), _) => Term::from(margin.square()),
            (_, Some(column)) => Term::from(column),
            (_, None) => Term::of([], |_| None),
        }
    }

    /// The number that the spec states, or its square; 0 if the margin is read from a column.
    pub(super) fn number(&self, is_squared: bool) -> Rational {
        match self {
            Self::Number(margin) if is_squared => margin.square(),
            Self::Number(margin) => margin.clone(),
            Self::Sample | Self::Max | Self::Population => Rational::zero(),
        }
    }

    /// The square of this margin, γ², if it is known before a run.
    pub fn known(&self, setting: &Setting) -> Option<Quantity> {
        match self {
            Self::Number(margin) => Some(Quantity::exact(margin.square())),
            Self::Population => setting.distribution.population_margin_squared.clone(),
            Self::Sample | Self::Max => None,
        }
    }

    /// Whether this margin differs between samples.
    pub fn varies(&self) -> bool {
        matches!(self, Self::Sample | Self::Max)
    }

    /// The name of this source, or the number, as specs and verdicts write it.
    pub fn label(&self) -> String {
        match self {
            Self::Sample => "sample".into(),
            Self::Max => "max".into(),
            Self::Population => "population".into(),
            Self::Number(margin) => margin.to_string(),
        }
    }
}

/// The values that a spec can write for the key `margin`, in words for messages.
const EXPECTED: &str = "\"sample\", \"max\", \"population\" or a number above 0";

impl Shaped for MarginSource {
    fn shape() -> Shape {
        Shape::Own(
            EXPECTED,
            &[ValueKind::Integer, ValueKind::Number, ValueKind::Text],
        )
    }
}

impl<'de> Deserialize<'de> for MarginSource {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Source;
        impl de::Visitor<'_> for Source {
            type Value = MarginSource;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<MarginSource, E> {
                match text {
                    "sample" => Ok(MarginSource::Sample),
                    "max" => Ok(MarginSource::Max),
                    "population" => Ok(MarginSource::Population),
                    _ => text
                        .parse()
                        .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
                        .and_then(positive),
                }
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<MarginSource, E> {
                let margin = Rational::from_decimal(value);
                let wrong = || E::invalid_value(de::Unexpected::Float(value), &self);
                margin.ok_or_else(wrong).and_then(positive)
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<MarginSource, E> {
                positive(value.into())
            }
        }
        fn positive<E: de::Error>(margin: Rational) -> Result<MarginSource, E> {
            if margin.is_negative() || margin.is_zero() {
                return Err(E::custom(format!("a margin of {margin} is not positive")));
            }
            Ok(MarginSource::Number(margin))
        }
        input.deserialize_any(Source)
    }
}
