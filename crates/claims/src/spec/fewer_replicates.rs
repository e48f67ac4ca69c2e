//! Reads the key `fewer_replicates`: columns that are measured only on the first replicates of each cell, because they are slow.

use super::Replicates;
use super::diagnostic::SpecFinding;
use super::figure_names::{columns, no_column};
use super::tree::{self, Node};
use crate::claim::StatedClaim;
use crate::trial::{AnyColumn, Measure};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// For each measurement that is made only on the first replicates of a cell, their number.
pub(super) type FewerReplicates = BTreeMap<Measure, u64>;

/// Reads the key, adds its measurements to those of the spec, and lets claims that read them be judged on as many replicates. Without the key no
/// measurement is made on fewer replicates.
pub(super) fn read(
    root: &DeTable,
    (replicates, measures, claims): (Replicates, &mut BTreeSet<Measure>, &mut [StatedClaim]),
) -> Result<FewerReplicates, Vec<SpecFinding>> {
    let read = listed(root, replicates).and_then(|fewer| {
        check_needs(root, &fewer, measures)?;
        claims
            .iter_mut()
            .try_for_each(|claim| judged_on(root, &fewer, claim))?;
        Ok(fewer)
    });
    read.map_err(|finding| vec![finding])
}

fn listed(root: &DeTable, replicates: Replicates) -> Result<FewerReplicates, SpecFinding> {
    let Some((key, node)) = tree::find(root, &["fewer_replicates"]) else {
        return Ok(FewerReplicates::new());
    };
    let allowed = "{ COLUMN = a number of replicates from 1 }";
    let table = node.get_ref().as_table();
    let table = table.ok_or_else(|| {
        let problem = "`fewer_replicates` is not a table of columns";
        SpecFinding::new(node.span(), problem).allowed(allowed)
    })?;
    let Replicates::Fixed(all) = replicates else {
        let problem = "`fewer_replicates` needs a fixed number of replicates";
        return Err(SpecFinding::new(key, problem).allowed("an integer as `replicates`"));
    };
    let mut fewer = FewerReplicates::new();
    for (name, value) in table {
        let named = Spanned::new(name.span(), name.get_ref().to_string());
        let column = AnyColumn::named(named.get_ref());
        let column =
            column.ok_or_else(|| no_column(&named, "`fewer_replicates`", columns(|_| true)))?;
        let count = count(value).ok_or_else(|| {
            let problem = format!(
                "the number of replicates of `{}` is no integer from 1",
                named.get_ref()
            );
            SpecFinding::new(value.span(), problem).allowed(allowed)
        })?;
        if column.measure() == Measure::Run {
            let problem = format!("`{}` is counted in every run", named.get_ref());
            return Err(SpecFinding::new(name.span(), problem)
                .allowed("a column that is measured in addition, such as `leave_one_out_error`"));
        }
        if count >= all {
            let problem = format!(
                "{count} replicates of `{}` are not fewer than all {all}",
                named.get_ref()
            );
            return Err(SpecFinding::new(value.span(), problem)
                .help("choose a smaller number, or leave the column out"));
        }
        let known = fewer.insert(column.measure(), count);
        if known.is_some_and(|known| known != count) {
            let problem = format!(
                "`{}` is measured together with another column, on another number of replicates",
                named.get_ref()
            );
            return Err(SpecFinding::new(value.span(), problem).help("name one of them"));
        }
    }
    Ok(fewer)
}

fn count(value: &Node) -> Option<u64> {
    match value.get_ref() {
        DeValue::Integer(digits) => digits.as_str().parse().ok().filter(|count| *count > 0),
        _ => None,
    }
}

/// Adds the measurements to those of the spec, and refuses a measurement that needs another one on more replicates than that is made on.
fn check_needs(
    root: &DeTable,
    fewer: &FewerReplicates,
    measures: &mut BTreeSet<Measure>,
) -> Result<(), SpecFinding> {
    measures.extend(fewer.keys());
    let needed: Vec<Measure> = measures
        .iter()
        .filter_map(|measure| measure.needs())
        .collect();
    measures.extend(needed);
    measures.remove(&Measure::Run);
    let least = |measure: &Measure| fewer.get(measure).copied().unwrap_or(u64::MAX);
    let starved = measures.iter().find_map(|measure| {
        let needs = measure.needs()?;
        (least(&needs) < least(measure)).then_some([*measure, needs])
    });
    match starved.map(|both| both.map(columns_of)) {
        None => Ok(()),
        Some([reader, needs]) => {
            let problem = format!("{reader} need what is measured on fewer replicates: {needs}");
            let place = tree::place(root, &["fewer_replicates"]);
            Err(SpecFinding::new(place, problem)
                .help("measure both on as few replicates, or both on every one"))
        }
    }
}

/// The names of the columns that a measurement fills.
fn columns_of(measure: Measure) -> String {
    let own = AnyColumn::all().filter(|column| column.measure() == measure);
    let names = own.map(|column| format!("`{}`", column.name()));
    names.collect::<Vec<_>>().join(", ")
}

/// Lets a claim be judged on the replicates on which everything that it reads is measured.
fn judged_on(
    root: &DeTable,
    fewer: &FewerReplicates,
    claim: &mut StatedClaim,
) -> Result<(), SpecFinding> {
    let read = claim.statement.measures();
    let first = read.iter().filter_map(|measure| fewer.get(measure)).min();
    if first.is_some() && claim.is_about_sweep() {
        let problem = format!(
            "`{}` is about all cells and reads a column that is measured on fewer replicates",
            claim.id
        );
        let place = tree::place(root, &["fewer_replicates"]);
        return Err(SpecFinding::new(place, problem).help("measure the column on every replicate"));
    }
    claim.judged_on = first.copied();
    Ok(())
}
