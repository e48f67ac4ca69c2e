//! Lays trials out as the columns of a file.

use super::columns;
use claims::trial::{AnyColumn, Batch, Block, Measure, Setting};
use polars::prelude::*;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The columns that say which trial a row is.
pub(super) const IDENTITY: [&str; 3] = ["cell", "replicate", "variant"];

/// Some rows of a block, and the parameters of its cell.
pub(super) struct Part {
    pub cell: Arc<Map<String, Value>>,
    pub block: Arc<Block>,
    /// Places among the rows of the block, replicate by replicate.
    pub rows: Range<usize>,
}

impl Part {
    /// Hands over every row: what is known of its variant, and its place among the replicates.
    fn each<S>(&self, of_variants: &[S], mut take: impl FnMut(&S, usize)) {
        let width = of_variants.len();
        let (mut place, mut variant) = (self.rows.start / width, self.rows.start % width);
        for _ in self.rows.clone() {
            take(&of_variants[variant], place);
            variant += 1;
            if variant == width {
                (place, variant) = (place + 1, 0);
            }
        }
    }
}

/// What is picked for every row, from what a batch has of all its trials.
pub(super) fn gathered<'p, S, T>(
    parts: &'p [Part],
    of: impl Fn(&'p Batch) -> S,
    pick: impl Fn(&S, usize) -> T,
) -> Vec<T> {
    let mut all = Vec::with_capacity(count(parts));
    for part in parts {
        let of_variants: Vec<S> = part.block.batches.iter().map(&of).collect();
        part.each(&of_variants, |of, place| all.push(pick(of, place)));
    }
    all
}

/// The number of rows.
pub(super) fn count(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.rows.len()).sum()
}

/// The columns of a file of trials.
pub(super) struct Layout {
    columns: Vec<AnyColumn>,
    parameters: Vec<(String, DataType)>,
}

impl Layout {
    /// Of trials on which these measures are made, and whose cells have these parameters.
    pub fn new<'a>(
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Self {
        let asked = |column: &AnyColumn| column.declared().measure.is_asked(measures);
        Self {
            columns: AnyColumn::all().filter(asked).collect(),
            parameters: parameter_columns(cells),
        }
    }

    /// The names and types of the columns.
    pub fn schema(&self) -> Schema {
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

    /// Rows as a table.
    pub fn frame(&self, parts: &[Part]) -> PolarsResult<DataFrame> {
        let own = self.columns.iter();
        let own = own.flat_map(|column| columns::written(parts, *column));
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(path, kind)| of_cells(parts, path, kind));
        let columns = identity(parts).into_iter().chain(own).chain(parameters);
        DataFrame::new(count(parts), columns.collect())
    }
}

fn identity(parts: &[Part]) -> [Column; 3] {
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

fn of_settings(parts: &[Part], name: &str, of: fn(&Setting) -> Option<&str>) -> Column {
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

/// A parameter of the cells, once for every row.
fn of_cells(parts: &[Part], path: &str, kind: &DataType) -> Column {
    let is_one = |pair: &[Part]| Arc::ptr_eq(&pair[0].cell, &pair[1].cell);
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

/// The parameters of all cells, with the type that holds them.
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

/// The type that holds the values of both.
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
