//! Holds a cell, one point of the grid, and derives its parameters and its key.

use super::digest::hash;
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::Variant;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Length in bytes of the longest text that a cell's parameter stores in full; a longer text is replaced by its hash.
const LONGEST: usize = 100;

/// One point of a spec's sweep, with every parameter of generator and learners fixed.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The cell's name: all its parameters as `NAME=VALUE`, sorted and joined by commas, with exact numbers.
    pub key: String,
    /// The index of its point among the points of the sweep.
    pub(super) point: usize,
    /// The part of `key` with the generator's parameters only; cells with equal ones draw the same samples.
    pub sample_key: String,
    /// All parameters by their path in the spec: the generator's, and everything else that is swept.
    pub parameters: Map<String, Value>,
    /// Generator and variants as JSON, defaults included: everything that the trials of the cell depend on, except for the seed and the measured
    /// columns.
    pub content: Value,
    /// The generator that makes the cell's samples.
    pub generator: Generator,
    /// The variants (learner configurations) by name, in the order of the spec.
    pub variants: Vec<(String, Variant)>,
}

impl Cell {
    /// Returns the number of different samples that the cell's generator can make, if it can enumerate them all.
    pub(super) fn outcomes(&self) -> Option<u64> {
        match self.generator.source() {
            ExampleSource::Sampler(sampler) => sampler.outcomes(),
            ExampleSource::Opponent(_) => Some(1),
        }
    }
}

/// Returns the parameters of a generator, given as JSON with defaults included, by their paths `generator.NAME.KEY`.
pub(super) fn generator_parameters(generator: &Value) -> Map<String, Value> {
    let value = generator;
    let named = value.as_object().into_iter().flatten();
    let keyed = named.flat_map(|(name, keys)| {
        keys.as_object()
            .into_iter()
            .flatten()
            .map(move |(key, value)| (name, key, value))
    });
    keyed
        .map(|(name, key, value)| (format!("generator.{name}.{key}"), parameter(value)))
        .collect()
}

/// Returns the value of a key as a cell's parameter stores it: numbers and truth values as they are; texts, lists and tables as a text; a long text
/// as its hash.
pub(super) fn parameter(value: &Value) -> Value {
    let text = match value {
        Value::Array(_) | Value::Object(_) => value.to_string().replace('"', ""),
        Value::String(text) => text.clone(),
        other => return other.clone(),
    };
    let text = text.replace(':', "=");
    Value::from(if text.len() > LONGEST {
        format!("#{}", &hash(&[text.as_bytes()])[..16])
    } else {
        text
    })
}

/// Returns the key (name) of a cell: its parameters as `NAME=VALUE`, sorted and joined by commas.
pub(super) fn key(parameters: &Map<String, Value>) -> String {
    let sorted: BTreeMap<&String, &Value> = parameters.iter().collect();
    let written = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let pairs = sorted.into_iter().map(|(path, value)| {
        format!(
            "{}={}",
            path.strip_prefix("generator.").unwrap_or(path),
            written(value)
        )
    });
    pairs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parameter_value_over_a_hundred_characters_is_replaced_by_its_hash() {
        for (value, shown) in [
            (json!(3), json!(3)),
            (json!(0.25), json!(0.25)),
            (json!(true), json!(true)),
            (json!("a:b"), json!("a=b")),
            (json!(["1/2", 3]), json!("[1/2,3]")),
            (json!({"x": ["y"]}), json!("{x=[y]}")),
            (json!("a".repeat(100)), json!("a".repeat(100))),
        ] {
            assert_eq!(parameter(&value), shown);
        }
        let [first, second] = ["a", "b"].map(|end| parameter(&json!("a".repeat(100) + end)));
        let text = first.as_str().unwrap();
        assert!(
            text.starts_with('#') && text.len() == 17 && first != second,
            "{text}"
        );
    }

    #[test]
    fn the_key_of_a_cell_lists_its_parameters_in_the_order_of_their_names() {
        let content = json!({"basis": {"norm": "1", "dimension": 4}});
        let mut parameters = generator_parameters(&content);
        assert_eq!(parameters["generator.basis.dimension"], 4);
        parameters.insert("variants.a.step".into(), json!(0.5));
        assert_eq!(
            key(&parameters),
            "basis.dimension=4,basis.norm=1,variants.a.step=0.5"
        );
    }
}
