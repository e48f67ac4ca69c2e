//! Writes the value of a column as JSON.

use claims::trial::Values;
use perceptron::sample::Quantity;
use serde_json::{Value, json};

/// Converts one value of a trials column, given as all values and a position among them, to JSON.
pub(super) fn value((values, place): (&Values, usize)) -> Value {
    match values {
        Values::Count(values) => json!(values[place]),
        Values::Half(values) => json!(values[place].map(|half| half.to_f64())),
        Values::Float(values) => json!(values[place]),
        Values::Flag(values) => json!(values[place]),
        Values::Text(values) => json!(values[place]),
        Values::Fraction(values) => json!(values[place]),
        Values::Enclosed(values) => values[place].as_ref().map_or(Value::Null, number),
        Values::Reason(values) => json!(values[place].map(|reason| reason.as_str())),
    }
}

/// Converts a number to JSON: its exact value if it has one (an integer, or a fraction as text), otherwise a float.
pub(super) fn number(quantity: &Quantity) -> Value {
    let exact = quantity.exact.as_ref();
    exact.map_or_else(|| json!(quantity.value), |fraction| json!(fraction))
}
