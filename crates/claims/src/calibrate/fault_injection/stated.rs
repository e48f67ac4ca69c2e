//! Reads the faults that the entries of theorems state, and writes the specs in which they are planted.

use super::super::merged::merged;
use super::falsify::TrialFault;
use crate::claim::{Formula, Theorem};
use crate::trial::AnyColumn;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A study without a fault, as `[[NAME.fault]]` states it, and the faults to plant in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStudy {
    generator: Table,
    #[serde(default)]
    variants: Table,
    /// The keys of the claim in addition to its name.
    #[serde(default)]
    claim: Table,
    #[serde(default = "enumerated")]
    replicates: Value,
    #[serde(default)]
    seed: u32,
    #[serde(default)]
    measure: Vec<String>,
    planted: Vec<WrittenFault>,
}

/// A fault: what it changes in the spec, in the columns of the trials, or in the trials in another way.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFault {
    says: String,
    number: Option<String>,
    #[serde(default)]
    generator: Table,
    #[serde(default)]
    variants: Table,
    #[serde(default)]
    claim: Table,
    refused: Option<String>,
    #[serde(default)]
    columns: BTreeMap<String, String>,
    trials: Option<TrialFault>,
}

/// A planted fault, and the spec whose only claim must catch it.
#[derive(Debug, Clone)]
pub(super) struct PlantedFault {
    /// The fault, in words.
    pub name: String,
    /// The fault's number in the list of controls in docs/theory.md, such as N1; `None` if it is not listed there.
    pub theory: Option<String>,
    /// The spec without the fault.
    pub spec: String,
    /// The spec with the fault; the same text if only trials are changed.
    pub changed: String,
    /// Words of the message with which the changed spec must be refused, if no claim has to catch the fault.
    pub refused: Option<String>,
    /// The columns that are computed anew from the trials of the changed spec.
    pub columns: Vec<(AnyColumn, Formula)>,
    /// Another change of the trials, after that of the columns.
    pub trials: Option<TrialFault>,
}

fn enumerated() -> Value {
    "all".into()
}

/// The faults that a theorem states.
///
/// # Errors
/// A key is unknown, a value is of another kind, or a formula is wrong, in words.
pub(super) fn of(theorem: &Theorem) -> Result<Vec<PlantedFault>, String> {
    let mut all = Vec::new();
    for table in &theorem.fault {
        let read: Result<WrittenStudy, _> = table.clone().try_into();
        let study = read.map_err(|error| format!("fault: {}", error.message()))?;
        for fault in &study.planted {
            all.push(study.planted(theorem, fault)?);
        }
    }
    Ok(all)
}

impl WrittenStudy {
    fn planted(&self, theorem: &Theorem, fault: &WrittenFault) -> Result<PlantedFault, String> {
        let named = |problem| format!("fault: “{}”: {problem}", fault.says);
        let columns = fault.columns.iter().map(|(name, text)| {
            let column =
                AnyColumn::named(name).ok_or_else(|| named(format!("no column is `{name}`")))?;
            let formula = text.parse().map_err(|error| named(format!("{error}")))?;
            Ok((column, formula))
        });
        Ok(PlantedFault {
            name: fault.says.clone(),
            theory: fault.number.clone(),
            spec: self.spec(theorem, &WrittenFault::default())?,
            changed: self.spec(theorem, fault)?,
            refused: fault.refused.clone(),
            columns: columns.collect::<Result<_, String>>()?,
            trials: fault.trials,
        })
    }

    /// The text of the spec with the changes of a fault.
    fn spec(&self, theorem: &Theorem, fault: &WrittenFault) -> Result<String, String> {
        let text = |value: &str| Value::from(value);
        let name = Table::from_iter([("name".to_owned(), text(theorem.name))]);
        let claim = merged(&merged(&name, &self.claim), &fault.claim);
        let mut spec = Table::from_iter([
            ("title".to_owned(), text("A planted fault")),
            ("question".to_owned(), text("Is the planted fault caught?")),
            ("seed".to_owned(), i64::from(self.seed).into()),
            ("replicates".to_owned(), self.replicates.clone()),
            ("measure".to_owned(), self.measure.clone().into()),
            (
                "generator".to_owned(),
                changed_generator(&self.generator, &fault.generator).into(),
            ),
            (
                "variants".to_owned(),
                changed_tables(&self.variants, &fault.variants).into(),
            ),
            ("claims".to_owned(), Value::Array(vec![claim.into()])),
        ]);
        spec.retain(|_, value| !is_empty(value));
        if Theorem::named(theorem.name).is_none() {
            let entry: Result<Table, _> = theorem.text.parse();
            let entry = entry.map_err(|error: toml::de::Error| error.to_string())?;
            spec.insert("theorems".to_owned(), entry.into());
        }
        toml::to_string(&spec).map_err(|error| error.to_string())
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Table(table) => table.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// The tables with the keys of the changes of the same names; "none" removes a key.
fn changed_tables(own: &Table, changes: &Table) -> Table {
    let mut tables = own.clone();
    for (name, change) in changes {
        let changed = match (own.get(name), change) {
            (Some(Value::Table(own)), Value::Table(change)) => merged(own, change).into(),
            (_, change) => change.clone(),
        };
        tables.insert(name.clone(), changed);
    }
    tables
}

/// The generator with the changed keys, or another generator in place of it.
fn changed_generator(own: &Table, change: &Table) -> Table {
    let is_same = change.keys().all(|kind| own.contains_key(kind));
    match is_same {
        true => changed_tables(own, change),
        false => change.clone(),
    }
}
