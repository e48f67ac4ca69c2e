//! Tests that shapes agree with the types: which keys are required, which values they take, and that every documented key is present.

use super::{CLAIMS, GENERATOR, SHARED, TOP, VARIANT};
use crate::claim::Registered;
use crate::spec::{keys, stated};
use perceptron::documented::{Documentation, Key, Shape, Shaped, ValueKind};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use perceptron::sample::Rational;
use serde::Deserialize;
use toml::Value;

/// The table of a generator in the example of its documentation.
fn example(doc: &Documentation) -> Option<toml::Table> {
    let table: toml::Table = toml::from_str(&doc.section("Examples")).ok()?;
    let generator = table.get("generator")?.get(doc.name)?;
    generator.as_table().cloned()
}

#[test]
fn generator_keys_are_required_exactly_if_parsing_fails_without_them() {
    let mut seen = 0;
    for member in GENERATOR.members() {
        let doc = member.doc.unwrap();
        let Some(example) = example(&doc) else {
            continue;
        };
        let keys = member.value.as_ref().unwrap().keys();
        for key in example.keys() {
            let known = keys.iter().find(|known| known.name == key);
            let known = known.unwrap_or_else(|| panic!("{}: {key}", doc.name));
            let mut without = example.clone();
            without.remove(key);
            let table: toml::Table = [(doc.name.to_owned(), Value::Table(without))]
                .into_iter()
                .collect();
            let read = Generator::deserialize(Value::Table(table));
            assert_eq!(read.is_err(), known.required, "{}: {key}", doc.name);
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The names that are a complete value of a key.
fn names(key: &Key) -> impl Iterator<Item = &'static str> + '_ {
    let members = key.shape.members().iter();
    members.filter(|member| member.alone).map(|m| m.name)
}

#[test]
fn every_enumerated_key_value_is_parsed() {
    let mut seen = 0;
    for member in GENERATOR.members() {
        let doc = member.doc.unwrap();
        let example = example(&doc).unwrap_or_default();
        for key in member.value.as_ref().unwrap().keys() {
            for name in names(key).filter(|_| !example.is_empty()) {
                let mut keys = example.clone();
                keys.insert(key.name.to_owned(), name.into());
                let table: toml::Table = [(doc.name.to_owned(), Value::Table(keys))]
                    .into_iter()
                    .collect();
                let read = Generator::deserialize(Value::Table(table));
                assert!(
                    read.is_ok(),
                    "{}: {} = {name}: {read:?}",
                    doc.name,
                    key.name
                );
                seen += 1;
            }
        }
    }
    for key in VARIANT.keys() {
        for name in names(key) {
            let table: toml::Table = [(key.name.to_owned(), name.into())].into_iter().collect();
            let read = Variant::deserialize(Value::Table(table));
            assert!(read.is_ok(), "{} = {name}: {read:?}", key.name);
            seen += 1;
        }
    }
    for (claim, shape) in CLAIMS.iter() {
        let optional = shape.keys().iter().filter(|key| !key.required);
        for key in optional.filter(|_| !shape.keys().iter().any(|key| key.required)) {
            for name in names(key) {
                let own: toml::Table = [(key.name.to_owned(), name.into())].into_iter().collect();
                let table: toml::Table = [((*claim).to_owned(), Value::Table(own))]
                    .into_iter()
                    .collect();
                let read = Registered::deserialize(Value::Table(table));
                assert!(read.is_ok(), "{claim}: {} = {name}: {read:?}", key.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn internal_generator_keys_are_not_in_the_schema() {
    let member = GENERATOR
        .members()
        .iter()
        .find(|member| member.name == "file");
    let names: Vec<&str> = member
        .unwrap()
        .value
        .as_ref()
        .unwrap()
        .keys()
        .iter()
        .map(|key| key.name)
        .collect();
    assert!(
        names.contains(&"path") && !names.contains(&"digest") && !names.contains(&"sample"),
        "{names:?}"
    );
}

#[test]
fn exact_number_schema_accepts_integer_or_text() {
    let Shape::Own(words, kinds) = Rational::shape() else {
        panic!("another shape")
    };
    assert_eq!(kinds, [ValueKind::Integer, ValueKind::Text]);
    assert!(words.contains("fraction"), "{words}");
}

#[test]
fn variant_schema_contains_rules_orders_and_learners_with_their_keys() {
    let of = |key: &str| {
        VARIANT
            .keys()
            .iter()
            .find(|known| known.name == key)
            .unwrap()
    };
    let rule = of("rule")
        .shape
        .members()
        .iter()
        .find(|member| member.name == "margin-perceptron")
        .unwrap();
    let needed: Vec<&str> = rule
        .value
        .as_ref()
        .unwrap()
        .keys()
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    assert_eq!(needed, [""; 0], "both have a default");
    let order = |name: &str| {
        of("order")
            .shape
            .members()
            .iter()
            .find(|member| member.name == name)
            .unwrap()
            .clone()
    };
    assert!(order("cyclic").alone && order("cyclic").value.is_none());
    assert!(
        !order("given").alone
            && order("given").value == Some(Shape::List(Box::new(Shape::Natural)))
    );
    assert!(order("all-orders").alone && order("all-orders").value.is_some());
    assert!(VARIANT.keys().iter().all(|key| !key.about.is_empty()));
}

#[test]
fn claim_schema_has_keys_of_every_claim_and_names_of_premises() {
    assert_eq!(CLAIMS.len(), Registered::docs().len());
    let premises = CLAIMS["conjecture"]
        .keys()
        .iter()
        .find(|key| key.name == "premises")
        .unwrap();
    let Shape::List(each) = &premises.shape else {
        panic!("{premises:?}")
    };
    assert!(
        each.members().iter().any(|member| member.name == "iid"),
        "{each:?}"
    );
    let needed: Vec<&str> = CLAIMS["conjecture"]
        .keys()
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    assert_eq!(needed, ["observed", "limit"]);
    let own = CLAIMS.values().flat_map(|claim| claim.keys());
    let undocumented = own.filter(|key| key.about.is_empty());
    assert_eq!(undocumented.map(|key| key.name).next(), None);
}

#[test]
fn schema_top_level_and_shared_claim_keys_match_the_parser() {
    let names = |keys: &[Key]| keys.iter().map(|key| key.name).collect::<Vec<_>>();
    assert_eq!(names(&SHARED), stated::SHARED);
    let explained: Vec<&str> = keys::SPEC
        .keys
        .iter()
        .map(|(key, _)| *key)
        .filter(|key| *key != "zip")
        .collect();
    assert_eq!(names(TOP.keys()), explained);
}
