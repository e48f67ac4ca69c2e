//! Takes the means of a run over the trials of every cell and variant, for a look before the report is opened.

use super::ApplicationError;
use super::pipeline::each_block;
use crate::store::Folder;
use claims::spec::Cell;
use claims::trial::{AnyColumn, Row, columns};
use serde_json::Value;
use std::collections::BTreeSet;

/// What is averaged, where it was measured.
const SHOWN: [AnyColumn; 4] = [
    columns::UPDATES.any(),
    columns::MISTAKES.any(),
    columns::RISK.any(),
    columns::LEAVE_ONE_OUT_ERROR.any(),
];

/// The means of one cell under one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Mean {
    /// The parameters of the cell that are not the same in all, as `key=value`.
    pub cell: String,
    /// The variant; empty where nobody learns.
    pub variant: String,
    /// Its trials.
    pub trials: u64,
    /// The mean of each column that some trial has a value of, in the order of `Means::columns`.
    pub values: Vec<Option<f64>>,
}

/// The means of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Means {
    /// The columns that have a mean.
    pub columns: Vec<&'static str>,
    /// One entry per cell and variant, in the order of the trials.
    pub entries: Vec<Mean>,
}

/// Sums over the trials of one variant in one cell, each by its weight.
struct Sums {
    cell: usize,
    variant: String,
    trials: u64,
    sums: [(f64, f64); SHOWN.len()],
}

impl Sums {
    fn add(&mut self, row: &Row) {
        self.trials += 1;
        let weight = row.number(columns::WEIGHT.any()).unwrap_or(1.0);
        for (column, (sum, weights)) in SHOWN.into_iter().zip(&mut self.sums) {
            if let Some(number) = row.number(column) {
                *sum += weight * number;
                *weights += weight;
            }
        }
    }

    fn means(&self) -> [Option<f64>; SHOWN.len()] {
        self.sums
            .map(|(sum, weights)| (weights > 0.0).then(|| sum / weights))
    }
}

/// The means of the trials in a folder.
///
/// # Errors
/// The folder has no finished run, or what it holds is not what was written.
pub fn of(folder: &Folder) -> Result<Means, ApplicationError> {
    let (manifest, spec) = folder.spec()?;
    let wanted: BTreeSet<AnyColumn> = SHOWN.into_iter().chain([columns::WEIGHT.any()]).collect();
    let mut all: Vec<Sums> = Vec::new();
    each_block(folder, (&manifest, &spec), &wanted, |cell, block| {
        for (index, batch) in block.batches.iter().enumerate() {
            let name = batch.setting.name.as_deref();
            let sums = of_variant(&mut all, cell, name.unwrap_or_default());
            let rows = (0..block.len()).filter_map(|place| block.row(place, index));
            rows.for_each(|row| sums.add(&row));
        }
    })?;
    let means: Vec<_> = all.iter().map(Sums::means).collect();
    let has = |place: &usize| means.iter().any(|means| means[*place].is_some());
    let places: Vec<usize> = (0..SHOWN.len()).filter(has).collect();
    let varying = varying(&spec.cells);
    let entry = |(sums, means): (&Sums, &[Option<f64>; SHOWN.len()])| Mean {
        cell: label(&spec.cells[sums.cell], &varying),
        variant: sums.variant.clone(),
        trials: sums.trials,
        values: places.iter().map(|&place| means[place]).collect(),
    };
    Ok(Means {
        columns: places.iter().map(|&place| SHOWN[place].name()).collect(),
        entries: all.iter().zip(&means).map(entry).collect(),
    })
}

/// The sums of a variant in a cell, begun where there are none.
fn of_variant<'s>(all: &'s mut Vec<Sums>, cell: usize, variant: &str) -> &'s mut Sums {
    let known = all
        .iter()
        .rposition(|sums| sums.cell == cell && sums.variant == variant);
    let place = known.unwrap_or(all.len());
    if known.is_none() {
        let sums = Default::default();
        let variant = variant.to_owned();
        all.push(Sums {
            cell,
            variant,
            trials: 0,
            sums,
        });
    }
    &mut all[place]
}

/// The parameters that are not the same in all cells.
fn varying(cells: &[Cell]) -> BTreeSet<&String> {
    let keys: BTreeSet<&String> = cells
        .iter()
        .flat_map(|cell| cell.parameters.keys())
        .collect();
    let differs = |key: &&String| {
        let first = cells[0].parameters.get(*key);
        cells.iter().any(|cell| cell.parameters.get(*key) != first)
    };
    keys.into_iter().filter(differs).collect()
}

/// The last words of the varying keys with their values: `dimension=5, relevant=3`.
fn label(cell: &Cell, varying: &BTreeSet<&String>) -> String {
    let written = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let pair = |key: &&String| {
        let value = cell.parameters.get(*key)?;
        let short = key.rsplit('.').next().unwrap_or(key);
        Some(format!("{short}={}", written(value)))
    };
    let pairs: Vec<String> = varying.iter().filter_map(pair).collect();
    pairs.join(", ")
}
