//! Checks values against a JSON schema, as far as the project's own schemas go; an unknown keyword is a failure.

use serde_json::{Map, Value};

/// A schema with definitions.
pub struct Schema(Value);

impl Schema {
    /// Reads a schema file.
    pub fn read(path: &str) -> Self {
        Self(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    }

    /// Whether a definition of the schema allows a value.
    pub fn allows(&self, definition: &str, value: &Value) -> bool {
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
        match keyword {
            "description" => true,
            "$ref" => self.allows(
                argument.as_str().unwrap().strip_prefix("#/$defs/").unwrap(),
                value,
            ),
            "oneOf" => list().iter().filter(|one| self.fits(one, value)).count() == 1,
            "anyOf" => list().iter().any(|one| self.fits(one, value)),
            "const" => argument == value,
            "enum" => list().contains(value),
            "minimum" => value.as_f64() >= argument.as_f64(),
            "type" => has_type(argument.as_str().unwrap(), value),
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
            "additionalProperties" => {
                assert_eq!(argument, &Value::Bool(false));
                object.is_none_or(|object| {
                    object
                        .keys()
                        .all(|key| all["properties"].get(key).is_some())
                })
            }
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
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is unknown here"),
    }
}
