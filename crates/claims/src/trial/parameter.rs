//! Finds the numbers among the keys of a generator and of a variant, as a spec has them.

use perceptron::sample::Rational;
use serde_json::Value;
use strum::IntoStaticStr;

/// The table of a spec that a key belongs to, such as `generator` in `generator.dimension`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Owner {
    /// The generator of the cell.
    Generator,
    /// The learner configuration.
    Variant,
}

impl Owner {
    /// The table with this name, `generator` or `variant`.
    pub fn named(word: &str) -> Option<Self> {
        let owners = [Self::Generator, Self::Variant];
        owners.into_iter().find(|owner| owner.as_str() == word)
    }

    /// The table's name, `generator` or `variant`, as it is written before a key.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Returns the numeric value of a key in a table of a spec or in one of its subtables; a decimal becomes the fraction that it spells.
pub fn parameter(table: &Value, key: &str) -> Option<Rational> {
    let own = table.get(key).and_then(number);
    own.or_else(|| below(table).find_map(|table| parameter(table, key)))
}

/// Returns the keys whose values are numbers, in a table of a spec and its subtables.
pub fn numbers(table: &Value) -> Vec<String> {
    let keys = table.as_object().into_iter().flatten();
    let own = keys.filter(|(_, value)| number(value).is_some());
    let own = own.map(|(key, _)| key.clone());
    own.chain(below(table).flat_map(numbers)).collect()
}

fn below(table: &Value) -> impl Iterator<Item = &Value> {
    let values = table
        .as_object()
        .into_iter()
        .flat_map(|table| table.values());
    values.filter(|value| value.is_object())
}

fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Some(integer.into()),
            None => Rational::from_decimal(number.as_f64()?),
        },
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numeric_parameter_is_found_in_nested_tables_as_an_exact_decimal() {
        let variant = json!({"rule": {"margin-perceptron": {"threshold": "3/2", "step": 0.1}}, "order": "cyclic", "stop": {"updates": 9}});
        let found = |key| parameter(&variant, key).map(|number| number.to_string());
        assert_eq!(found("threshold").as_deref(), Some("3/2"));
        assert_eq!(found("step").as_deref(), Some("1/10"));
        assert_eq!(found("updates").as_deref(), Some("9"));
        assert_eq!(
            (found("order"), found("rule"), found("none")),
            (None, None, None)
        );
        let mut keys = numbers(&variant);
        keys.sort();
        assert_eq!(keys, ["step", "threshold", "updates"]);
    }
}
