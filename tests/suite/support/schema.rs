//! Checks values against a JSON schema, with the keywords that the project's schemas use; an unknown keyword is a failure.

use serde_json::{Map, Value};

/// A schema with definitions.
pub(crate) struct Schema(Value);

impl Schema {
    /// Reads a schema file.
    pub(crate) fn read(path: &str) -> Self {
        Self(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    }

    /// A schema as it was printed.
    pub(crate) fn of(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap())
    }

    /// Whether the schema as a whole allows a value.
    pub(crate) fn allows_whole(&self, value: &Value) -> bool {
        self.fits(&self.0, value)
    }

    /// Whether a definition of the schema allows a value.
    pub(crate) fn allows(&self, definition: &str, value: &Value) -> bool {
        self.fits(&self.0["$defs"][definition], value)
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        match schema {
            Value::Bool(fits) => *fits,
            Value::Object(keywords) => keywords
                .iter()
                .all(|(keyword, argument)| self.keeps(keywords, keyword, argument, value)),
            other => panic!("{other} is no schema"),
        }
    }

    fn keeps(
        &self,
        all: &Map<String, Value>,
        keyword: &str,
        argument: &Value,
        value: &Value,
    ) -> bool {
        let list = || argument.as_array().unwrap();
        let object = value.as_object();
        // Limits concern numbers only, so that a fraction in quotes is not compared.
        let (number, end) = (value.as_f64(), || argument.as_f64().unwrap());
        match keyword {
            "description" | "title" | "$schema" | "$defs" | "then" => true,
            "$ref" => self.allows(
                argument.as_str().unwrap().strip_prefix("#/$defs/").unwrap(),
                value,
            ),
            "oneOf" => list().iter().filter(|one| self.fits(one, value)).count() == 1,
            "allOf" => list().iter().all(|one| self.fits(one, value)),
            "not" => !self.fits(argument, value),
            "if" => !self.fits(argument, value) || self.fits(&all["then"], value),
            "anyOf" => list().iter().any(|one| self.fits(one, value)),
            "const" => argument == value,
            "enum" => list().contains(value),
            "minimum" => number.is_none_or(|number| number >= end()),
            "maximum" => number.is_none_or(|number| number <= end()),
            "exclusiveMinimum" => number.is_none_or(|number| number > end()),
            "exclusiveMaximum" => number.is_none_or(|number| number < end()),
            "type" => match argument {
                Value::Array(names) => names
                    .iter()
                    .any(|name| has_type(name.as_str().unwrap(), value)),
                name => has_type(name.as_str().unwrap(), value),
            },
            "minItems" => value
                .as_array()
                .is_none_or(|items| items.len() as u64 >= argument.as_u64().unwrap()),
            "minProperties" => {
                object.is_none_or(|object| object.len() as u64 >= argument.as_u64().unwrap())
            }
            "maxProperties" => {
                object.is_none_or(|object| object.len() as u64 <= argument.as_u64().unwrap())
            }
            "propertyNames" => object.is_none_or(|object| {
                object
                    .keys()
                    .all(|key| self.fits(argument, &Value::from(key.as_str())))
            }),
            "patternProperties" => object.is_none_or(|object| {
                let patterns = argument.as_object().unwrap();
                object.iter().all(|(key, value)| {
                    let mut own = patterns
                        .iter()
                        .filter(|(pattern, _)| matches_path(pattern, key));
                    own.all(|(_, one)| self.fits(one, value))
                })
            }),
            "items" => value
                .as_array()
                .is_none_or(|items| items.iter().all(|item| self.fits(argument, item))),
            "required" => object.is_none_or(|object| {
                list()
                    .iter()
                    .all(|key| object.contains_key(key.as_str().unwrap()))
            }),
            "properties" => object.is_none_or(|object| {
                let known = argument.as_object().unwrap().iter();
                known
                    .into_iter()
                    .all(|(key, one)| object.get(key).is_none_or(|value| self.fits(one, value)))
            }),
            "additionalProperties" => object.is_none_or(|object| {
                let patterns = all.get("patternProperties").and_then(Value::as_object);
                let is_known = |key: &str| {
                    let mut patterns = patterns.into_iter().flat_map(|patterns| patterns.keys());
                    all.get("properties")
                        .is_some_and(|known| known.get(key).is_some())
                        || patterns.any(|pattern| matches_path(pattern, key))
                };
                let mut others = object.iter().filter(|(key, _)| !is_known(key));
                others.all(|(_, value)| self.fits(argument, value))
            }),
            other => panic!("the keyword {other} is unknown here"),
        }
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is unknown here"),
    }
}

/// The only pattern in the schema of a spec: a path that can be swept.
fn matches_path(pattern: &str, key: &str) -> bool {
    assert_eq!(pattern, "^(generator|variants)\\.");
    key.starts_with("generator.") || key.starts_with("variants.")
}
