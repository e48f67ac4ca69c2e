//! Writes integers of certificates so that every reader of JSON takes them exactly.

use num_traits::{One, ToPrimitive};
use perceptron::sample::Rational;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

/// The largest integer up to which every integer is a double; readers of JSON that hold numbers as doubles round the ones beyond.
const LARGEST: u64 = 1 << 53;

/// Returns the JSON value with integers beyond ±2⁵³ as text.
pub fn portable(value: Value) -> Value {
    match value {
        Value::Array(entries) => Value::Array(entries.into_iter().map(portable).collect()),
        Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(key, field)| (key, portable(field)));
            Value::Object(fields.collect())
        }
        Value::Number(number) if !number.is_f64() && is_beyond(&number) => {
            Value::String(number.to_string())
        }
        other => other,
    }
}

fn is_beyond(number: &serde_json::Number) -> bool {
    let magnitude = number.as_i64().map(i64::unsigned_abs);
    magnitude
        .or(number.as_u64())
        .is_none_or(|magnitude| magnitude > LARGEST)
}

/// Reads vectors of integers, each a number or text.
pub(super) fn vectors<'de, D: Deserializer<'de>>(
    input: D,
) -> Result<Option<Vec<Vec<i64>>>, D::Error> {
    let read = Option::<Vec<Vec<Rational>>>::deserialize(input)?;
    let integer = |value: &Rational| {
        let whole = value.denominator().is_one().then(|| value.numerator());
        let integer = whole.and_then(|whole| whole.to_i64());
        integer.ok_or_else(|| de::Error::custom(format!("{value} is not an integer of 64 bits")))
    };
    let vector = |vector: &Vec<Rational>| vector.iter().map(integer).collect();
    read.map(|vectors| vectors.iter().map(vector).collect())
        .transpose()
}
