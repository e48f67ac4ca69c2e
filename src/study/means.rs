//! Takes the means of a run over the trials of every cell and variant, for a look before the report is opened.

use super::varying_keys;
use claims::spec::{Cell, Spec};
use claims::trial::{AnyColumn, Block, columns};
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
pub struct CellMeans {
    /// The parameters of the cell that are not the same in all, as `key=value`.
    pub cell: String,
    /// The variant; empty where nobody learns.
    pub variant: String,
    /// Its trials.
    pub trials: u64,
    /// The mean of each column that some trial has a value of, in the order of `StudyMeans::columns`.
    pub values: Vec<Option<f64>>,
}

/// The means of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyMeans {
    /// The columns that have a mean.
    pub columns: Vec<&'static str>,
    /// One entry per cell and variant, in the order of the trials.
    pub entries: Vec<CellMeans>,
}

/// Sums over the trials of one variant in one cell, each by its weight.
struct Sums {
    cell: usize,
    variant: String,
    trials: u64,
    sums: [(f64, f64); SHOWN.len()],
}

impl Sums {
    /// Sees the trials of a block under a variant, by its position.
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

/// What the means are taken from, block by block.
#[derive(Default)]
pub(super) struct Averages(Vec<Sums>);

impl Averages {
    /// What they read.
    pub(super) fn columns() -> impl Iterator<Item = AnyColumn> {
        SHOWN.into_iter().chain([columns::WEIGHT.any()])
    }

    /// Sees the next trials of a cell.
    pub(super) fn add(&mut self, cell: usize, block: &Block) {
        for (variant, batch) in block.batches.iter().enumerate() {
            let name = batch.setting.name.as_deref();
            of_variant(&mut self.0, cell, name.unwrap_or_default()).add(block, variant);
        }
    }

    /// The means of all trials that were seen.
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
