//! Lays trials out as the columns of a file.

use super::block_rows::{BlockRows, count, gathered};
use super::columns;
use claims::trial::{AnyColumn, Measure, Setting};
use polars::prelude::*;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names of the columns that say which trial a row is.
pub(super) const IDENTITY: [&str; 3] = ["cell", "replicate", "variant"];

/// The columns of a file of trials: identity of the trial, measured columns, and parameters of the cell.
pub(super) struct Layout {
    columns: Vec<AnyColumn>,
    parameters: Vec<(String, DataType)>,
}

impl Layout {
    /// Creates the columns of a file for trials with these measurements, in cells with these parameters.
    pub(super) fn new<'a>(
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Self {
        let requested = |column: &AnyColumn| column.measure().is_requested(measures);
        Self {
            columns: AnyColumn::all().filter(requested).collect(),
            parameters: parameter_columns(cells),
        }
    }

    /// Names and types of the file's columns.
    pub(super) fn schema(&self) -> Schema {
        let identity =
            IDENTITY
                .into_iter()
                .zip([DataType::String, DataType::Int64, DataType::String]);
        let identity = identity.map(|(name, kind)| (name.to_owned(), kind));
        let own = self
            .columns
            .iter()
            .flat_map(|column| columns::fields(*column));
        let all = identity.chain(own).chain(self.parameters.iter().cloned());
        all.map(|(name, kind)| Field::new(name.into(), kind))
            .collect()
    }

    /// Converts rows of trials to a table with the file's columns.
    pub(super) fn frame(&self, parts: &[BlockRows]) -> PolarsResult<DataFrame> {
        let own = self.columns.iter();
        let own = own.flat_map(|column| columns::written(parts, *column));
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(path, kind)| of_cells(parts, path, kind));
        let columns = identity(parts).into_iter().chain(own).chain(parameters);
        DataFrame::new(count(parts), columns.collect())
    }
}

fn identity(parts: &[BlockRows]) -> [Column; 3] {
    let mut replicates = Vec::with_capacity(count(parts));
    for part in parts {
        let all = vec![&part.block.replicates; part.block.batches.len()];
        part.each(&all, |all, place| replicates.push(all[place] as i64));
    }
    [
        of_settings(parts, IDENTITY[0], |setting| Some(&setting.cell)),
        Column::new(IDENTITY[1].into(), replicates),
        of_settings(parts, IDENTITY[2], |setting| setting.name.as_deref()),
    ]
}

fn of_settings(parts: &[BlockRows], name: &str, of: fn(&Setting) -> Option<&str>) -> Column {
    let batches = parts.iter().flat_map(|part| &part.block.batches);
    let mut texts = batches.map(|batch| of(&batch.setting));
    let first = texts.next().flatten();
    match texts.all(|text| text == first) {
        true => Column::new(name.into(), [first]).new_from_index(0, count(parts)),
        false => {
            let texts = gathered(parts, |batch| of(&batch.setting), |text, _| *text);
            Column::new(name.into(), texts)
        }
    }
}

/// Column of the file with one parameter of the cells, given by its key (`path`), repeated for every row.
fn of_cells(parts: &[BlockRows], path: &str, kind: &DataType) -> Column {
    let is_one = |pair: &[BlockRows]| Arc::ptr_eq(&pair[0].cell, &pair[1].cell);
    match parts.first() {
        Some(part) if parts.windows(2).all(is_one) => {
            parameter(&[&*part.cell], path, kind).new_from_index(0, count(parts))
        }
        _ => {
            let cells = parts.iter();
            let cells = cells.flat_map(|part| vec![&*part.cell; part.rows.len()]);
            parameter(&cells.collect::<Vec<_>>(), path, kind)
        }
    }
}

/// Keys of all parameters that some cell has, each with the column type that holds its values.
fn parameter_columns<'a>(
    cells: impl Iterator<Item = &'a Map<String, Value>>,
) -> Vec<(String, DataType)> {
    let mut kinds: BTreeMap<String, DataType> = BTreeMap::new();
    for (path, value) in cells.flatten() {
        let kind = match value {
            Value::Number(number) if number.is_i64() => DataType::Int64,
            Value::Number(_) => DataType::Float64,
            Value::Bool(_) => DataType::Boolean,
            _ => DataType::String,
        };
        let joint = kinds
            .get(path)
            .map_or(kind.clone(), |before| join(before, &kind));
        kinds.insert(path.clone(), joint);
    }
    kinds.into_iter().collect()
}

/// Column type that holds the values of both types.
fn join(a: &DataType, b: &DataType) -> DataType {
    let is_number = |kind: &DataType| matches!(kind, DataType::Int64 | DataType::Float64);
    match (a, b) {
        (a, b) if a == b => a.clone(),
        (a, b) if is_number(a) && is_number(b) => DataType::Float64,
        _ => DataType::String,
    }
}

fn parameter(cells: &[&Map<String, Value>], path: &str, kind: &DataType) -> Column {
    let values = cells.iter().map(|cell| cell.get(path));
    match kind {
        DataType::Int64 => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_i64)).collect();
            Column::new(path.into(), values)
        }
        DataType::Float64 => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_f64)).collect();
            Column::new(path.into(), values)
        }
        DataType::Boolean => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_bool)).collect();
            Column::new(path.into(), values)
        }
        _ => {
            let text = |value: &Value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            };
            Column::new(
                path.into(),
                values.map(|value| value.map(text)).collect::<Vec<_>>(),
            )
        }
    }
}
