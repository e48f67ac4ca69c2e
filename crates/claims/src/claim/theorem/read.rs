//! Reads a theorem as a spec states it, from the own keys of its table.

use super::claim::TheoremClaim;
use super::entry::{Replaced, Theorem};
use super::key::{KeyReader, KeyValue};
use crate::claim::premise::NamedPremise;
use crate::claim::{Form, Formula};
use perceptron::documented::{Key, Shape, Shaped};
use serde::de::{self, DeserializeSeed, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The keys by which a spec replaces a part of a theorem, as a control does, each with what it is.
const REPLACING: [(&str, &str); 6] = [
    (
        "observed",
        " In place of the observed number of the theorem: a formula, in which claim.KEY and margin can stand.\n",
    ),
    (
        "limit",
        " In place of the limit of the theorem: a formula.\n",
    ),
    ("form", " In place of the form of the theorem.\n"),
    (
        "trivial",
        " In place of the bound that the observed number can never exceed: a formula.\n",
    ),
    (
        "premises",
        " In place of the premises of the theorem: their names.\n",
    ),
    (
        "says",
        " The statement with these formulas, in one sentence for the report.\n",
    ),
];

/// The shape of the own keys of a theorem in a spec, without those that only stored results may have.
pub(in crate::claim) fn shape(theorem: &Theorem) -> Shape {
    let own = theorem.keys.iter().filter(|key| !key.is_retired);
    Shape::Table(own.map(super::key::TheoremKey::shape).collect())
}

/// The keys by which a spec replaces a part of a theorem.
pub(in crate::claim) fn replacing_keys() -> Vec<Key> {
    let replacing = REPLACING.iter().map(|(name, about)| {
        let shape = match *name {
            "form" => Form::shape(),
            "premises" => Vec::<NamedPremise>::shape(),
            "says" => Shape::Text,
            _ => Formula::shape(),
        };
        Key {
            about,
            ..Key::new(name, false, shape)
        }
    });
    replacing.collect()
}

/// Reads the own keys of a theorem.
pub(crate) struct TheoremSeed(pub &'static Theorem);

impl<'de> DeserializeSeed<'de> for TheoremSeed {
    type Value = TheoremClaim;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<TheoremClaim, D::Error> {
        input.deserialize_map(self)
    }
}

impl<'de> de::Visitor<'de> for TheoremSeed {
    type Value = TheoremClaim;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the keys of {}", self.0.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TheoremClaim, A::Error> {
        let theorem = self.0;
        let mut given: BTreeMap<&'static str, KeyValue> = BTreeMap::new();
        let mut own = Replaced::default();
        while let Some(name) = map.next_key::<String>()? {
            let formula = |text: FormulaText| {
                let read = theorem.formula(&text.0);
                read.map_err(de::Error::custom)
            };
            match (name.as_str(), theorem.key(&name)) {
                (_, Some(key)) => {
                    given.insert(key.name, map.next_value_seed(KeyReader(key))?);
                }
                ("observed", _) => own.observed = Some(formula(map.next_value()?)?),
                ("limit", _) => own.limit = Some(formula(map.next_value()?)?),
                ("trivial", _) => own.trivial = Some(Some(formula(map.next_value()?)?)),
                ("form", _) => own.form = Some(map.next_value()?),
                ("premises", _) => own.premises = Some(map.next_value()?),
                ("says", _) => own.says = Some(map.next_value()?),
                _ => return Err(de::Error::unknown_field(&name, &[])),
            }
        }
        let is_missing = |key: &&super::key::TheoremKey| {
            key.default.is_none() && !key.is_retired && !given.contains_key(key.name)
        };
        match theorem.keys.iter().find(is_missing) {
            Some(key) => Err(de::Error::missing_field(key.name)),
            None => Ok(TheoremClaim {
                theorem,
                given,
                own,
            }),
        }
    }
}

/// The text of a formula, which a spec may also write as a number.
struct FormulaText(String);

impl<'de> Deserialize<'de> for FormulaText {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(input)?;
        match value {
            toml::Value::String(text) => Ok(Self(text)),
            toml::Value::Integer(_) | toml::Value::Float(_) => Ok(Self(value.to_string())),
            other => Err(de::Error::custom(format!("{other} is no formula"))),
        }
    }
}

impl Serialize for TheoremClaim {
    /// Writes the own keys, as a spec has them: those that it states, and the defaults.
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        for key in &self.theorem.keys {
            if let Some(value) = self.given.get(key.name).or(key.default.as_ref()) {
                map.serialize_entry(key.name, value)?;
            }
        }
        let Replaced {
            form,
            observed,
            limit,
            trivial,
            premises,
            says,
            ..
        } = &self.own;
        let formulas = [
            ("observed", observed.as_ref()),
            ("limit", limit.as_ref()),
            ("trivial", trivial.as_ref().and_then(Option::as_ref)),
        ];
        for (key, formula) in formulas {
            if let Some(formula) = formula {
                map.serialize_entry(key, formula)?;
            }
        }
        if let Some(form) = form {
            map.serialize_entry("form", form)?;
        }
        if let Some(premises) = premises {
            map.serialize_entry("premises", premises)?;
        }
        if let Some(says) = says {
            map.serialize_entry("says", says)?;
        }
        map.end()
    }
}
