//! Computes means over the trials of every cell and variant, for a quick look before the report is opened.

use super::varying_keys;
use claims::spec::{Cell, Spec};
use claims::trial::{AnyColumn, Block, columns};
use serde_json::Value;
use std::collections::BTreeSet;

/// Columns whose means the terminal shows after a run, if they were measured.
const SHOWN: [AnyColumn; 4] = [
    columns::UPDATES.any(),
    columns::MISTAKES.any(),
    columns::RISK.any(),
    columns::LEAVE_ONE_OUT_ERROR.any(),
];

/// Means of the main columns over the trials of one cell under one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct CellMeans {
    /// Parameters that vary between cells, with their values in this cell, as `key=value`.
    pub cell: String,
    /// Name of the variant; empty if there is no learner.
    pub variant: String,
    /// Number of trials of this cell under this variant.
    pub trials: u64,
    /// Means, in the order of `StudyMeans::columns`; `None` for a column without values in this cell and variant.
    pub values: Vec<Option<f64>>,
}

/// Means of the main columns of an experiment, per cell and variant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyMeans {
    /// Names of the columns that have a mean in some cell.
    pub columns: Vec<&'static str>,
    /// Means of each cell under each variant, in the order of the trials.
    pub entries: Vec<CellMeans>,
}

/// Weighted sums of the main columns over the trials of one variant in one cell, from which means are computed.
struct Sums {
    cell: usize,
    variant: String,
    trials: u64,
    sums: [(f64, f64); SHOWN.len()],
}

impl Sums {
    /// Adds the trials of a block under the variant at this position among the cell's variants.
    fn add(&mut self, block: &Block, variant: usize) {
        self.trials += block.len() as u64;
        let columns: Vec<AnyColumn> = Averages::columns().collect();
        let made = |place| {
            let row = block.row(place, variant)?;
            let weight = row.number(columns::WEIGHT.any()).unwrap_or(1.0);
            Some((SHOWN.map(|column| row.number(column)), weight))
        };
        let distinct = block.distinct(&[variant], &columns);
        distinct.each(made, |trial, trials| {
            let Some((numbers, weight)) = trial else {
                return;
            };
            let weight = weight * trials.len() as f64;
            for (number, (sum, total)) in numbers.iter().zip(&mut self.sums) {
                *sum += number.map_or(0.0, |number| weight * number);
                *total += number.map_or(0.0, |_| weight);
            }
        });
    }

    fn means(&self) -> [Option<f64>; SHOWN.len()] {
        self.sums
            .map(|(sum, weights)| (weights > 0.0).then(|| sum / weights))
    }
}

/// Running sums per cell and variant, from which the means of the main columns are computed, updated block by block.
#[derive(Default)]
pub(super) struct Averages(Vec<Sums>);

impl Averages {
    /// Columns of the trials that must be read to compute the means.
    pub(super) fn columns() -> impl Iterator<Item = AnyColumn> {
        SHOWN.into_iter().chain([columns::WEIGHT.any()])
    }

    /// Adds the next trials of a cell.
    pub(super) fn add(&mut self, cell: usize, block: &Block) {
        for (variant, batch) in block.batches.iter().enumerate() {
            let name = batch.setting.name.as_deref();
            of_variant(&mut self.0, cell, name.unwrap_or_default()).add(block, variant);
        }
    }

    /// Means of all trials added so far.
    pub(super) fn means(&self, spec: &Spec) -> StudyMeans {
        let means: Vec<_> = self.0.iter().map(Sums::means).collect();
        let has = |place: &usize| means.iter().any(|means| means[*place].is_some());
        let places: Vec<usize> = (0..SHOWN.len()).filter(has).collect();
        let varying = varying_keys(spec.cells.iter().map(|cell| &cell.parameters));
        let entry = |(sums, means): (&Sums, &[Option<f64>; SHOWN.len()])| CellMeans {
            cell: label(&spec.cells[sums.cell], &varying),
            variant: sums.variant.clone(),
            trials: sums.trials,
            values: places.iter().map(|&place| means[place]).collect(),
        };
        StudyMeans {
            columns: places.iter().map(|&place| SHOWN[place].name()).collect(),
            entries: self.0.iter().zip(&means).map(entry).collect(),
        }
    }
}

/// Returns the running sums of a variant in a cell, and appends new ones if they are missing.
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

/// Label of a cell: its parameters that vary between cells, each with the last part of its key, as in `dimension=5, relevant=3`.
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
