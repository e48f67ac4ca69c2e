//! Reads which cells a claim speaks of, by the values that its `where` lists.

use super::super::cell::{Cell, parameter};
use super::super::diagnostic::Finding;
use super::super::tree;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The cells whose parameters are among the values that `where` lists; a switch that a cell leaves out is false.
pub(super) fn cells(claim: &DeTable, cells: &[Cell]) -> Result<BTreeSet<usize>, Finding> {
    let Some((place, filter)) = tree::find(claim, &["where"]) else {
        return Ok((0..cells.len()).collect());
    };
    let filter = filter.get_ref().as_table();
    let filter = filter.ok_or_else(|| Finding::new(place.clone(), "`where` is not a table"))?;
    let known: BTreeSet<&String> = cells
        .iter()
        .flat_map(|cell| cell.parameters.keys())
        .collect();
    filter
        .iter()
        .try_for_each(|(key, node)| check(key, node, &known))?;
    filter
        .iter()
        .try_for_each(|(key, node)| check_values(key, node, cells))?;
    let chosen: BTreeSet<usize> = (0..cells.len())
        .filter(|&cell| is_wanted(filter, &cells[cell]))
        .collect();
    if chosen.is_empty() {
        let help = "its values must occur in the sweep";
        return Err(Finding::new(place, "`where` selects no cell").help(help));
    }
    Ok(chosen)
}

fn check(
    key: &Spanned<DeString>,
    node: &Spanned<DeValue>,
    known: &BTreeSet<&String>,
) -> Result<(), Finding> {
    let name = key.get_ref();
    if !known.iter().any(|known| known.as_str() == name.as_ref()) {
        let known: Vec<String> = known.iter().map(|name| (*name).clone()).collect();
        let finding = Finding::new(key.span(), format!("no cell has a parameter `{name}`"));
        return Err(finding.among(name, &known));
    }
    if !node.get_ref().is_array() {
        let finding = Finding::new(node.span(), "the values of a filter are not a list");
        return Err(finding.allowed("a list, such as [9]"));
    }
    Ok(())
}

/// Refuses a value that no cell has.
fn check_values(
    key: &Spanned<DeString>,
    node: &Spanned<DeValue>,
    cells: &[Cell],
) -> Result<(), Finding> {
    let mut known: Vec<&serde_json::Value> = Vec::new();
    for cell in cells {
        let value = value_of(cell, key.get_ref());
        if !known.contains(&value) {
            known.push(value);
        }
    }
    let items = node.get_ref().as_array().into_iter().flatten();
    let mut unknown =
        items.filter(|item| !known.contains(&&parameter(&tree::json(item.get_ref()))));
    let Some(item) = unknown.next() else {
        return Ok(());
    };
    let listed: Vec<String> = known.iter().map(|value| value.to_string()).collect();
    let problem = format!("no cell has this value of `{}`", key.get_ref());
    Err(Finding::new(item.span(), problem).allowed(listed.join(", ")))
}

/// The value of a parameter; a switch that a cell leaves out is false.
fn value_of<'a>(cell: &'a Cell, key: &str) -> &'a serde_json::Value {
    const OFF: &serde_json::Value = &serde_json::Value::Bool(false);
    cell.parameters.get(key).unwrap_or(OFF)
}

fn is_wanted(filter: &DeTable, cell: &Cell) -> bool {
    filter.iter().all(|(key, node)| {
        let value = value_of(cell, key.get_ref());
        let is_listed = |item: &Spanned<DeValue>| *value == parameter(&tree::json(item.get_ref()));
        node.get_ref()
            .as_array()
            .is_some_and(|items| items.iter().any(is_listed))
    })
}
