//! Groups the equal trials of a row group, so that what depends on a trial's columns is computed once for all of them.
//!
//! Polars groups the rows by cell, variant and the columns that are read. Only the first row of each group is then converted to a trial. Row groups do
//! not depend on each other, so that the caller may read several at once, and memory is bounded by the row groups in work.

use super::reader::names;
use super::{ROWS_PER_GROUP, StoreError, TrialReader, columns, guard};
use crate::store::layout::IDENTITY;
use claims::spec::Spec;
use claims::trial::{Batch, Block, ColumnData, Setting};
use polars::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Name of the column by which rows are grouped in addition to the columns that are read.
const PLACE: &str = "place";

/// The cells and variants of a spec, by which rows of a file are recognized, and the number of judged replicates of each cell.
pub struct TrialPlaces {
    cells: HashMap<String, usize>,
    settings: Vec<Vec<Arc<Setting>>>,
    judged: Vec<u64>,
}

/// Different trials of one cell and variant, each with the number of trials that are equal to it in the columns that are read.
pub struct DistinctRows {
    /// Index of the cell in the order of the sweep.
    pub cell: usize,
    /// Index of the variant in the cell.
    pub variant: usize,
    /// The trials, as a block with the only batch of this variant. Its replicates are not numbered.
    pub block: Block,
    /// For each trial, how many trials are equal to it.
    pub times: Vec<u64>,
}

impl TrialPlaces {
    /// Creates the places of a spec's trials, of which the first `judged` replicates of each cell count.
    pub fn new(spec: &Spec, judged: &[u64]) -> Self {
        let settings = spec.cells.iter().map(|cell| spec.design(cell).settings);
        let settings: Vec<Vec<Arc<Setting>>> = settings.collect();
        let keys = settings.iter().enumerate();
        let cells = keys.map(|(index, own)| (own[0].cell.clone(), index));
        Self {
            cells: cells.collect(),
            judged: judged.to_vec(),
            settings,
        }
    }

    /// Number of variants in each cell; 1 without a learner.
    fn width(&self) -> usize {
        self.settings.first().map_or(1, Vec::len)
    }

    /// Index of the variant with this name.
    fn variant(&self, name: Option<&str>) -> Option<usize> {
        let mut own = self.settings.first()?.iter();
        own.position(|setting| setting.name.as_deref() == name)
    }

    /// Place of every row of a frame, cell × number of variants + variant, or `None` for a trial that is not judged; `None` instead of all if a row
    /// is of no cell or variant of the spec.
    fn of_rows(&self, frame: &DataFrame) -> PolarsResult<Option<Vec<Option<u32>>>> {
        let (cells, variants) = (
            frame.column(IDENTITY[0])?.str()?,
            frame.column(IDENTITY[2])?.str()?,
        );
        let cell = |name: Option<&str>| self.cells.get(name?).copied();
        let (cells, variants) = (
            names(cells).converted(cell),
            names(variants).converted(|name| self.variant(name)),
        );
        let (Some(cells), Some(variants)) = (cells, variants) else {
            return Ok(None);
        };
        let replicates = frame.column(IDENTITY[1])?.i64()?;
        let place = |((replicate, cell), variant): ((Option<i64>, &usize), &usize)| {
            let judged = self.judged.get(*cell).copied().unwrap_or(0);
            let is_judged = u64::try_from(replicate?).is_ok_and(|replicate| replicate < judged);
            is_judged.then(|| (cell * self.width() + variant) as u32)
        };
        let rows = replicates.iter().zip(&cells).zip(&variants);
        Ok(Some(rows.map(place).collect()))
    }
}

/// First rows of groups of equal rows of one place, and the sizes of the groups.
type Firsts = (Vec<IdxSize>, Vec<u64>);

impl TrialReader {
    /// Number of parts of the file that can be read separately.
    pub fn parts(&self) -> usize {
        self.rows().div_ceil(ROWS_PER_GROUP)
    }

    /// Reads the judged trials of one part of the file, counted from 0, grouped by the columns that are read.
    ///
    /// # Errors
    /// The file is damaged, or has trials of another spec.
    pub fn distinct(
        &self,
        part: usize,
        places: &TrialPlaces,
    ) -> Result<Vec<DistinctRows>, StoreError> {
        let frame = self.group(part * ROWS_PER_GROUP)?;
        guard::decoded(&self.path, || {
            let grouped = self.grouped(&frame, places);
            grouped.map_err(|error| StoreError::damaged(&self.path, error))?
        })
    }

    fn grouped(
        &self,
        frame: &DataFrame,
        places: &TrialPlaces,
    ) -> PolarsResult<Result<Vec<DistinctRows>, StoreError>> {
        let damaged = |problem: &str| Ok(Err(StoreError::damaged(&self.path, problem)));
        let Some(of_rows) = places.of_rows(frame)? else {
            return damaged("its rows do not match the spec's cells and variants");
        };
        let mut all = Vec::new();
        for (place, (firsts, times)) in firsts(frame, &of_rows)? {
            let place = (
                place as usize / places.width(),
                place as usize % places.width(),
            );
            let rows = frame.take(&IdxCa::from_vec(PLACE.into(), firsts))?;
            let Some(block) = self.block_of(&rows, &places.settings[place.0][place.1])? else {
                return damaged("a value has another type than its column");
            };
            all.push(DistinctRows {
                cell: place.0,
                variant: place.1,
                block,
                times,
            });
        }
        Ok(Ok(all))
    }

    /// Converts rows of one cell and variant to a block with a single batch; `None` if a value has another type than its column.
    fn block_of(&self, rows: &DataFrame, setting: &Arc<Setting>) -> PolarsResult<Option<Block>> {
        let mut batch = Batch::without_columns(setting.clone(), rows.height());
        for column in &self.columns {
            let Some(values) = columns::read(rows, *column)? else {
                return Ok(None);
            };
            if ColumnData::len(&values) != rows.height() {
                return Ok(None);
            }
            batch.put(*column, values);
        }
        Ok(Some(Block {
            replicates: vec![0; rows.height()],
            batches: vec![batch],
        }))
    }
}

/// Groups rows that have the same place and equal values in all columns, in the order of their first rows. If most rows differ, each is a group of its
/// own, because grouping would cost more than it saves.
fn firsts(frame: &DataFrame, places: &[Option<u32>]) -> PolarsResult<BTreeMap<u32, Firsts>> {
    let mut all: BTreeMap<u32, Firsts> = BTreeMap::new();
    let mut add = |first: IdxSize, length: usize| {
        if let Some(place) = places[first as usize] {
            let (firsts, times) = all.entry(place).or_default();
            firsts.push(first);
            times.push(length as u64);
        }
    };
    let seen = frame.height().min(SAMPLE);
    let sample = grouped(&frame.head(Some(seen)), &places[..seen])?;
    if seen == SAMPLE && 2 * sample.len() > seen {
        (0..places.len()).for_each(|row| add(row as IdxSize, 1));
    } else {
        let groups = grouped(frame, places)?;
        groups
            .iter()
            .for_each(|group| add(group.first(), group.len()));
    }
    Ok(all)
}

/// Number of rows that show whether most rows differ.
const SAMPLE: usize = 1024;

fn grouped(frame: &DataFrame, places: &[Option<u32>]) -> PolarsResult<GroupPositions> {
    let is_value = |column: &&Column| !IDENTITY.contains(&column.name().as_str());
    let values = frame.columns().iter().filter(is_value).cloned();
    let place = UInt32Chunked::from_slice_options(PLACE.into(), places).into_column();
    let keys: Vec<Column> = std::iter::once(place).chain(values).collect();
    let grouped = frame.group_by_with_series(keys, false, true)?;
    Ok(grouped.into_groups())
}

#[cfg(test)]
mod tests;
