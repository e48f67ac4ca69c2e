//! Reads to which cells a claim applies, from the values that its `where` lists.

use super::super::cell::{Cell, parameter};
use super::super::diagnostic::SpecFinding;
use super::super::tree;
use crate::prose::is_named;
use perceptron::generate::Generator;
use serde_json::Value;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// Returns the indices of the cells to which a claim applies, or which a figure draws: those whose parameters are among the values that its key `where`
/// lists. A true-or-false parameter that a cell lacks counts as false.
pub(in crate::spec) fn cells(
    claim: &DeTable,
    cells: &[Cell],
) -> Result<BTreeSet<usize>, SpecFinding> {
    let Some((place, filter)) = tree::find(claim, &["where"]) else {
        return Ok((0..cells.len()).collect());
    };
    let filter = filter.get_ref().as_table();
    let filter = filter.ok_or_else(|| {
        SpecFinding::new(place.clone(), "`where` is not a table")
            .allowed("where = { \"generator.NAME.KEY\" = [values] }")
    })?;
    let known: BTreeSet<&String> = cells
        .iter()
        .flat_map(|cell| cell.parameters.keys())
        .collect();
    let paths = filter
        .iter()
        .map(|(key, node)| Ok((path(key, &known)?, node)));
    let paths = paths.collect::<Result<Vec<_>, _>>()?;
    paths
        .iter()
        .try_for_each(|(path, node)| check_values(path, node, cells))?;
    let wanted: Vec<(&str, Vec<Value>)> = paths
        .iter()
        .map(|(path, node)| (*path, values(path, node, cells)))
        .collect();
    let is_wanted = |cell: &Cell| {
        let mut keys = wanted.iter();
        keys.all(|(key, values)| values.contains(value_of(cell, key)))
    };
    let chosen: BTreeSet<usize> = (0..cells.len())
        .filter(|&cell| is_wanted(&cells[cell]))
        .collect();
    if chosen.is_empty() {
        let help = "no cell has all these values together: leave out one of the keys, or add such a cell to the sweep";
        return Err(SpecFinding::new(place, "`where` selects no cell").help(help));
    }
    Ok(chosen)
}

/// Returns the path of the parameter that a key of `where` names: the whole path or its end, as in a filter of a query.
fn path<'k>(key: &Spanned<DeString>, known: &BTreeSet<&'k String>) -> Result<&'k str, SpecFinding> {
    let name = key.get_ref();
    let named = known.iter().copied().filter(|path| is_named(path, name));
    let whole = known
        .iter()
        .copied()
        .find(|path| path.as_str() == name.as_ref());
    match (whole, named.collect::<Vec<_>>().as_slice()) {
        (Some(path), _) | (None, &[path]) => Ok(path.as_str()),
        (None, []) => {
            let known: Vec<String> = known.iter().map(|&name| name.clone()).collect();
            let finding = SpecFinding::new(key.span(), format!("no cell has a parameter `{name}`"));
            Err(finding.among(name, &known))
        }
        (None, several) => {
            let problem = format!("`{name}` is the end of several parameters");
            let several: Vec<&str> = several.iter().map(|path| path.as_str()).collect();
            Err(SpecFinding::new(key.span(), problem).allowed(several.join(", ")))
        }
    }
}

/// Refuses a value in a claim's `where` that no cell has for this parameter.
fn check_values(key: &str, node: &Spanned<DeValue>, cells: &[Cell]) -> Result<(), SpecFinding> {
    let mut known: Vec<&Value> = Vec::new();
    for cell in cells {
        let value = value_of(cell, key);
        if !known.contains(&value) {
            known.push(value);
        }
    }
    let mut unknown = items(node).filter(|item| !known.contains(&&meant(key, item, cells)));
    let Some(item) = unknown.next() else {
        return Ok(());
    };
    let listed: Vec<String> = known.iter().map(|value| value.to_string()).collect();
    let problem = format!("no cell has this value of `{key}`");
    let finding = SpecFinding::new(item.span(), problem).allowed(listed.join(", "));
    Err(finding.help("list allowed values only, or add this one to the generator or the sweep"))
}

/// Returns the value of a cell's parameter; false if the cell does not have it.
fn value_of<'a>(cell: &'a Cell, key: &str) -> &'a Value {
    const OFF: &Value = &Value::Bool(false);
    cell.parameters.get(key).unwrap_or(OFF)
}

/// Returns the values that a claim's `where` lists for a parameter, written as cells store them.
fn values(key: &str, node: &Spanned<DeValue>, cells: &[Cell]) -> Vec<Value> {
    items(node).map(|item| meant(key, item, cells)).collect()
}

/// The values that a key of `where` lists, or its only one.
fn items<'n, 'i>(node: &'n Spanned<DeValue<'i>>) -> impl Iterator<Item = &'n Spanned<DeValue<'i>>> {
    let list = node.get_ref().as_array();
    let alone = list.is_none().then_some(node);
    list.into_iter().flatten().chain(alone)
}

/// Returns a value from a claim's `where` as cells store it, in the spelling of the generator, so that "2/4" means "1/2" in lists and tables too.
fn meant(key: &str, item: &Spanned<DeValue>, cells: &[Cell]) -> Value {
    let given = tree::json(item.get_ref());
    let respelled = || {
        let (name, key) = key.strip_prefix("generator.")?.split_once('.')?;
        let mut named = cells.iter().map(|cell| &cell.content[0]);
        let mut content = named.find(|content| content.get(name).is_some())?.clone();
        let keys = content.get_mut(name)?.as_object_mut()?;
        // The program fills in this key, and the generator cannot read it.
        keys.remove("digest");
        keys.insert(key.to_owned(), given.clone());
        let generator: Generator = serde_json::from_value(content).ok()?;
        let written = serde_json::to_value(generator).ok()?;
        Some(written.get(name)?.get(key)?.clone())
    };
    parameter(&respelled().unwrap_or(given))
}
