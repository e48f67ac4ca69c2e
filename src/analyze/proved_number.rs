//! Holds a number with what is proved of it.

use perceptron::sample::{Quantity, Rational};
use serde::Serialize;

/// A number with what is proved of it.
#[derive(Debug, Clone, Serialize)]
pub struct ProvedNumber {
    /// As a float.
    pub value: f64,
    /// Not above the true value.
    pub lower: f64,
    /// Not below the true value.
    pub upper: f64,
    /// The true value, where it is a known fraction of at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
}

/// A fraction with more characters is given by its ends only.
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
