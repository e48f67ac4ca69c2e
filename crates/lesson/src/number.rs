//! Writes numbers for the page: a fraction where it is known, and an enclosure in any case.

use perceptron::sample::{Quantity, Rational};
use serde::Serialize;

/// A number of an answer. Equal questions give equal texts on every machine.
#[derive(Debug, Serialize)]
pub(crate) struct Number {
    /// The fraction in lowest terms, such as `25/4`; `None` if only the enclosure is known.
    pub exact: Option<String>,
    /// The number as a float, for pictures.
    pub value: f64,
    /// The lower end of the enclosure.
    pub lower: f64,
    /// The upper end of the enclosure.
    pub upper: f64,
}

impl From<&Quantity> for Number {
    fn from(quantity: &Quantity) -> Self {
        Self {
            exact: quantity.exact.as_ref().map(ToString::to_string),
            value: quantity.value,
            lower: quantity.lower,
            upper: quantity.upper,
        }
    }
}

/// A number of a run: a fraction if the run is exact, otherwise the double that it computed.
#[derive(Debug, Serialize)]
pub(crate) struct RunNumber {
    /// The fraction in lowest terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// The number as a float.
    pub value: f64,
}

impl From<&Rational> for RunNumber {
    fn from(fraction: &Rational) -> Self {
        Self {
            exact: Some(fraction.to_string()),
            value: fraction.to_f64(),
        }
    }
}

impl From<f64> for RunNumber {
    fn from(value: f64) -> Self {
        Self { exact: None, value }
    }
}
