//! Searches the specs for experiments that use a name, and for the controls of a claim.

use crate::study::{names, spec_files};
use std::collections::BTreeSet;
use std::path::Path;
use toml::{Table, Value};

/// The experiments that use a name, and the controls of the claim with this name.
#[derive(Default)]
pub(super) struct Uses {
    /// Names of the experiments that use the name, sorted.
    pub experiments: Vec<String>,
    /// The controls of the claim: experiment, id, and the reason why the control is wrong.
    pub controls: Vec<[String; 3]>,
}

/// Finds the specs in the experiments folder that use a name; specs that cannot be read are ignored.
pub(super) fn of(name: &str, experiments: &Path) -> Uses {
    let mut uses = Uses::default();
    for path in spec_files(experiments) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let Ok(spec) = toml::from_str::<Table>(&text) else {
            continue;
        };
        let experiment = names::name(&path, experiments);
        uses.controls.extend(controls(name, &experiment, &spec));
        if all_names(&spec).contains(name) {
            uses.experiments.push(experiment);
        }
    }
    uses
}

fn tables<'a>(spec: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    let list = spec.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_table)
}

/// The claim that an entry of a spec's `claims` is about: its own `name`, or that of the entry that it is a control of.
fn claim<'a>(entry: &'a Table, spec: &'a Table) -> Option<&'a str> {
    let text = |table: &'a Table, key: &str| table.get(key).and_then(Value::as_str);
    let nameless = || {
        let of = text(entry, "control_of")?;
        let mut others = tables(spec, "claims");
        let parent =
            others.find(|other| text(other, "id").or_else(|| text(other, "name")) == Some(of))?;
        text(parent, "name")
    };
    text(entry, "name").or_else(nameless)
}

fn controls(name: &str, experiment: &str, spec: &Table) -> Vec<[String; 3]> {
    let own = tables(spec, "claims").filter(|entry| entry.contains_key("control_of"));
    let own = own.filter(|entry| claim(entry, spec) == Some(name));
    own.map(|entry| {
        let id = entry.get("id").and_then(Value::as_str).unwrap_or(name);
        [experiment.to_owned(), id.to_owned(), wrong(entry)]
    })
    .collect()
}

/// The reason why a control in a spec is wrong: a factor on the limit, a waived premise, variants that are wrong on purpose, or else another value.
fn wrong(entry: &Table) -> String {
    if let Some(scale) = entry.get("scale") {
        return format!("scale = {scale}");
    }
    let variants = entry
        .get("variants")
        .map(|variants| format!("variants = {variants}"));
    let waived = entry
        .get("premise")
        .map(|_| "premise = \"waived\"".to_owned());
    let parts: Vec<String> = waived.into_iter().chain(variants).collect();
    match parts.is_empty() {
        true => "a value other than the true one".into(),
        false => parts.join(", "),
    }
}

/// All keys and short texts of a spec, which include the names of its generator, rules, orders, learners, claims, premises and figures.
fn all_names(spec: &Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(spec, &mut names);
    let swept = tables(spec, "sweep").flat_map(|block| block.keys());
    names.extend(swept.flat_map(|path| path.split('.').map(str::to_owned)));
    names
}

/// Collects the keys and the short texts of a TOML table, because names occur nowhere else in a spec.
fn collect(table: &Table, names: &mut BTreeSet<String>) {
    for (key, value) in table {
        names.insert(key.clone());
        below(value, names);
    }
}

fn below(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Table(table) => collect(table, names),
        Value::Array(items) => items.iter().for_each(|item| below(item, names)),
        Value::String(text) if text.len() < 100 => {
            names.insert(text.clone());
        }
        _ => {}
    }
}
