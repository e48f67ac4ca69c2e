//! Writes the shape of a spec as a JSON Schema, so that editors complete and check keys.

use super::super::entry;
use super::tables::{CLAIMS, FIGURE, GENERATOR, SHARED, TOP, VARIANT};
use super::wording::one_line;
use crate::claim::{Conjecture, Registered};
use perceptron::documented::{Key, Member, Shape, ValueKind};
use serde_json::{Map, Value, json};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Returns the JSON Schema of spec files. Keys that a sweep can set are never required in it.
pub fn schema() -> Value {
    let mut top = table(TOP.keys(), true);
    let elsewhere = [
        ("generator", reference("generator")),
        (
            "variants",
            json!({ "type": "object", "additionalProperties": reference("variant") }),
        ),
        (
            "sweep",
            json!({ "type": "array", "minItems": 1, "items": reference("sweep") }),
        ),
        (
            "claims",
            json!({ "type": "array", "items": reference("claim") }),
        ),
        (
            "theorems",
            json!({ "anyOf": [{ "type": "string" }, theorems()] }),
        ),
        ("replicates", replicates()),
        (
            "figures",
            json!({ "anyOf": [reference("figure"), { "type": "array", "items": reference("figure") }] }),
        ),
    ];
    for (key, mut shape) in elsewhere {
        shape["description"] = top["properties"][key]["description"].clone();
        top["properties"][key] = described(shape);
    }
    let named = json!({ "properties": { "name": reference("claim-name") } });
    let head = json!({
        "$schema": DRAFT,
        "title": "An experiment of perceptron-lab",
        // Claims have names of their own only if the spec states theorems.
        "if": { "not": { "required": ["theorems"] } },
        "then": { "properties": { "claims": { "items": named } } },
        "$defs": {
            "claim-name": claim_name(),
            "theorem": value(&entry::shape(), true),
            "generator": value(&GENERATOR, false),
            "variant": value(&VARIANT, false),
            "sweep": sweep(),
            "claim": claim(),
            "figure": value(&FIGURE, false),
        },
    });
    joined(head, top)
}

/// Returns a JSON schema with its reference `$ref` moved into `allOf`, because readers of this draft ignore a description next to a reference.
fn described(schema: Value) -> Value {
    match schema.get("$ref") {
        Some(_) => {
            json!({ "description": schema["description"], "allOf": [{ "$ref": schema["$ref"] }] })
        }
        None => schema,
    }
}

/// Returns the JSON Schema of a file of theorems.
pub fn schema_of_theorems() -> Value {
    let head = json!({
        "$schema": DRAFT,
        "title": "A file of theorems of perceptron-lab",
        "$defs": { "theorem": value(&entry::shape(), true) },
    });
    joined(head, theorems())
}

fn theorems() -> Value {
    json!({ "type": "object", "additionalProperties": reference("theorem") })
}

/// Returns the JSON schema of the names of the claims that the program has.
fn claim_name() -> Value {
    let mut keys = SHARED.iter();
    let name = keys.find(|key| key.name == "name");
    name.map_or(json!({}), |name| value(&name.shape, true))
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn joined(mut first: Value, second: Value) -> Value {
    if let (Some(first), Value::Object(second)) = (first.as_object_mut(), second) {
        first.extend(second);
    }
    first
}

fn replicates() -> Value {
    let count = json!({ "type": "integer", "minimum": 1 });
    let until = json!({ "const": "decided" });
    json!({ "anyOf": [
        count,
        { "const": "all", "description": "Every outcome of a finite distribution once, with its exact weight." },
        {
            "type": "object",
            "properties": { "min": count, "max": count, "until": until },
            "required": ["min", "max", "until"],
            "additionalProperties": false,
        },
    ] })
}

/// Returns the JSON schema of a `[[sweep]]` block: quoted paths of keys with lists of values, alone or in a `zip`.
fn sweep() -> Value {
    let path = "^(generator|variants)\\.";
    let list = json!({ "type": "array", "minItems": 1 });
    json!({
        "type": "object",
        "minProperties": 1,
        "properties": { "zip": {
            "type": "object",
            "description": "Keys that move together, with lists of one length.",
            "minProperties": 1,
            "patternProperties": { path: list },
            "additionalProperties": false,
        } },
        "patternProperties": { path: list },
        "additionalProperties": false,
    })
}

/// Returns the JSON schema of a `[[claims]]` table: the keys that all claims share and those of the claim in `name`. A table without `name` is a
/// conjecture or a control.
fn claim() -> Value {
    let named = CLAIMS.iter().map(|(name, own)| {
        json!({
            "if": { "properties": { "name": { "const": name } }, "required": ["name"] },
            "then": own_keys(name, own),
        })
    });
    let nameless = CLAIMS.get(Conjecture::DOC.name).map(|own| {
        let mut keys = own_keys(Conjecture::DOC.name, own);
        keys["required"] = json!([]);
        json!({ "if": { "not": { "required": ["name"] } }, "then": keys })
    });
    let replacing = Registered::replacing_keys();
    let all: Vec<Key> = SHARED.iter().cloned().chain(replacing).collect();
    let mut shared = table(&all, true);
    if let Some(shared) = shared.as_object_mut() {
        shared.remove("additionalProperties");
    }
    let filter =
        json!({ "type": "object", "additionalProperties": { "type": "array", "minItems": 1 } });
    shared["properties"]["name"]["anyOf"] = json!([reference("claim-name"), { "type": "string" }]);
    let about = shared["properties"]["where"]["description"].take();
    shared["properties"]["where"] = joined(filter, json!({ "description": about }));
    joined(
        shared,
        json!({ "allOf": named.chain(nameless).collect::<Vec<_>>() }),
    )
}

fn own_keys(name: &str, own: &Shape) -> Value {
    let replacing = match Registered::is_name_of_theorem(name) {
        true => Registered::replacing_keys(),
        false => Vec::new(),
    };
    let names = SHARED.iter().chain(own.keys()).chain(&replacing);
    let names = names.map(|key| key.name);
    let mut keys = table(own.keys(), true);
    if let Some(keys) = keys.as_object_mut() {
        keys.remove("additionalProperties");
        keys.remove("type");
    }
    joined(
        keys,
        json!({ "propertyNames": { "enum": names.collect::<Vec<_>>() } }),
    )
}

fn table(keys: &[Key], with_required: bool) -> Value {
    let property = |key: &Key| {
        let mut shape = value(&key.shape, with_required);
        limit(&mut shape, key);
        if !key.about.is_empty() {
            shape["description"] = one_line(key.about).into();
        }
        (key.name.to_owned(), shape)
    };
    let properties: Map<String, Value> = keys.iter().map(property).collect();
    let mut table = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    let required = keys.iter().filter(|key| key.required && with_required);
    let required: Vec<&str> = required.map(|key| key.name).collect();
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

/// Adds the ends of the declared range of a key to its JSON schema. Numbers in quotes are not limited by it.
fn limit(shape: &mut Value, key: &Key) {
    let names = [
        ["exclusiveMinimum", "minimum"],
        ["exclusiveMaximum", "maximum"],
    ];
    let ends = key.range.iter().flat_map(|range| range.ends());
    for (end, names) in ends.zip(names) {
        if let Some(end) = end {
            let name = names[usize::from(end.is_included)];
            shape[name] = match end.denominator {
                1 => end.numerator.into(),
                denominator => json!(end.numerator as f64 / denominator as f64),
            };
        }
    }
}

fn value(shape: &Shape, with_required: bool) -> Value {
    match shape {
        Shape::Truth => json!({ "type": "boolean" }),
        Shape::Natural => json!({ "type": "integer", "minimum": 0 }),
        Shape::Integer => json!({ "type": "integer" }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::List(each) => json!({ "type": "array", "items": value(each, with_required) }),
        Shape::Table(keys) => table(keys, with_required),
        Shape::Choice(members) => choice(members, with_required),
        Shape::Own(words, kinds) => {
            let types: Vec<&str> = kinds.iter().map(|&kind| json_type(kind)).collect();
            json!({ "type": types, "description": words })
        }
    }
}

fn choice(members: &[Member], with_required: bool) -> Value {
    let about = |member: &Member| member.doc.map(|doc| doc.statement());
    let alone = members.iter().filter(|member| member.alone).map(|member| {
        let mut name = json!({ "const": member.name });
        if let Some(about) = about(member) {
            name["description"] = about.into();
        }
        name
    });
    let mut options: Vec<Value> = alone.collect();
    let properties = members.iter().filter_map(|member| {
        let mut behind = value(member.value.as_ref()?, with_required);
        if let Some(about) = about(member) {
            behind["description"] = about.into();
        }
        Some((member.name.to_owned(), behind))
    });
    let properties: Map<String, Value> = properties.collect();
    if !properties.is_empty() {
        options.push(json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1,
        }));
    }
    match <[Value; 1]>::try_from(options) {
        Ok([only]) => only,
        Err(options) => json!({ "anyOf": options }),
    }
}

fn json_type(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Truth => "boolean",
        ValueKind::Integer => "integer",
        ValueKind::Number => "number",
        ValueKind::Text => "string",
        ValueKind::List => "array",
        ValueKind::Table => "object",
    }
}
