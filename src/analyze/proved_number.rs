//! Holds a number together with an interval that is proved to contain it.

use perceptron::sample::{Quantity, Rational};
use serde::Serialize;

/// A number and an interval that is proved to contain it.
#[derive(Debug, Clone, Serialize)]
pub struct ProvedNumber {
    /// The number as a float.
    pub value: f64,
    /// Lower end of the interval: not above the true value.
    pub lower: f64,
    /// Upper end of the interval: not below the true value.
    pub upper: f64,
    /// The true value, if it is a known fraction of at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
}

/// Longest fraction that is stored as text, in characters; of a longer one only the ends of the interval are given.
const LONGEST_FRACTION: usize = 200;

impl ProvedNumber {
    pub(super) fn of(quantity: &Quantity) -> Self {
        let exact = quantity.exact.as_ref().map(Rational::to_string);
        Self {
            value: quantity.value,
            lower: quantity.lower,
            upper: quantity.upper,
            exact: exact.filter(|text| text.len() <= LONGEST_FRACTION),
        }
    }
}
