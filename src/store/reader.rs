//! Reads trials back from parquet, one row group in memory at a time.

use super::layout::IDENTITY;
use super::names::Names;
use super::{ROWS_PER_GROUP, StoreError, columns, guard};
use claims::trial::{AnyColumn, Block, ColumnData, Design, Origin, Values};
use polars::prelude::*;
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of freed memory that the allocator is taught to keep instead of returning them to the system.
const KEPT: usize = 16 << 20;

/// Reads trials from a parquet file, in the order in which they were written.
pub struct TrialReader {
    pub(super) path: PathBuf,
    metadata: Arc<FileMetadata>,
    /// Columns of the trials that are read: the requested ones that the file has.
    pub(super) columns: Vec<AnyColumn>,
    /// First row of the row group that is read next; and (next field) the number of rows in the file.
    next: usize,
    total: usize,
    loaded: LoadedRows,
}

/// A range of consecutive replicates of one cell in a file of trials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredRange {
    /// Key of the cell.
    pub cell: String,
    /// The consecutive replicates.
    pub replicates: Range<u64>,
    /// Row of the file at which the first of these replicates begins.
    pub row: usize,
}

/// Rows that were read into memory, of which those before `first` were already returned.
#[derive(Default)]
struct LoadedRows {
    cells: Names,
    replicates: Vec<u64>,
    variants: Names,
    values: Vec<ColumnData>,
    first: usize,
}

impl LoadedRows {
    fn rest(&self) -> Vec<usize> {
        (self.first..self.replicates.len()).collect()
    }

    /// Drops the rows that were already returned, and appends the rows of `more`.
    fn extended(self, more: Self) -> Self {
        let rest = self.rest();
        let values = self.values.iter().zip(more.values).map(|(own, more)| {
            let mut own = own.selected(&rest);
            own.append(more);
            own
        });
        Self {
            values: values.collect(),
            cells: self.cells.extended(self.first, &more.cells),
            replicates: [&self.replicates[self.first..], &more.replicates].concat(),
            variants: self.variants.extended(self.first, &more.variants),
            first: 0,
        }
    }
}

impl TrialReader {
    /// Opens a file of trials for some of their columns. A column that an older file does not have reads as missing.
    pub fn open(path: &Path, wanted: &BTreeSet<AnyColumn>) -> Result<Self, StoreError> {
        guard::decoded(path, || Self::opened(path, wanted))
    }

    /// Opens the file after a hint to the allocator: freeing an allocation of `KEPT` bytes teaches it to keep the memory that the decoder frees.
    /// Otherwise that memory would be returned to the system and zeroed again for every column of every row group.
    fn opened(path: &Path, wanted: &BTreeSet<AnyColumn>) -> Result<Self, StoreError> {
        let damaged = |error: PolarsError| StoreError::damaged(path, error);
        drop(std::hint::black_box(Vec::<u8>::with_capacity(KEPT)));
        let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
        let mut reader = ParquetReader::new(file);
        let total = reader.num_rows().map_err(damaged)?;
        let schema = reader.schema().map_err(damaged)?;
        let metadata = reader.get_metadata().map_err(damaged)?.clone();
        let mut file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
        let checked = guard::check(&mut file, &metadata);
        checked.map_err(|problem| StoreError::damaged(path, problem))?;
        if let Some(name) = IDENTITY.iter().find(|name| schema.get(name).is_none()) {
            return Err(StoreError::damaged(
                path,
                format!("it has no column `{name}`"),
            ));
        }
        let is_own = |column: &AnyColumn| matches!(column.declared().origin, Origin::Trial);
        let has_all = |column: &AnyColumn| {
            columns::fields(*column)
                .iter()
                .all(|(name, _)| schema.get(name).is_some())
        };
        let columns: Vec<AnyColumn> = wanted
            .iter()
            .copied()
            .filter(is_own)
            .filter(has_all)
            .collect();
        let (path, loaded) = (path.to_owned(), LoadedRows::default());
        Ok(Self {
            path,
            metadata,
            columns,
            next: 0,
            total,
            loaded,
        })
    }

    /// Number of rows in the file.
    pub fn rows(&self) -> usize {
        self.total
    }

    /// Reads the next trials of the cell with this design; `None` if the next rows of the file belong to another cell, or the file has no more rows.
    pub fn block(&mut self, design: &Design) -> Result<Option<Block>, StoreError> {
        self.some(design, usize::MAX)
    }

    /// Reads at most `most` replicates of the cell with this design, beginning at a row of the file; `None` if the row belongs to another cell.
    pub(super) fn block_at(
        &mut self,
        design: &Design,
        row: usize,
        most: usize,
    ) -> Result<Option<Block>, StoreError> {
        let in_memory =
            self.next.min(self.total) - (self.loaded.replicates.len() - self.loaded.first);
        if row != in_memory {
            (self.next, self.loaded) = (row, LoadedRows::default());
        }
        self.some(design, most)
    }

    fn some(&mut self, design: &Design, most: usize) -> Result<Option<Block>, StoreError> {
        let variants = design.settings.len();
        // A row group may end between the variants of one replicate.
        if self.loaded.replicates.len() < self.loaded.first + variants && self.next < self.total {
            let loaded = std::mem::take(&mut self.loaded);
            let more = self.load()?;
            self.loaded = if loaded.first == loaded.replicates.len() {
                more
            } else {
                loaded.extended(more)
            };
        }
        let loaded = &self.loaded;
        // Rounded down: a replicate that is cut in two waits for the next row group.
        let count = loaded.cells.run_from(loaded.first, Some(design.key())) / variants;
        let count = count.min(most);
        if count == 0 {
            return Ok(None);
        }
        let block = self.taken(design, count)?;
        self.loaded.first += count * variants;
        Ok(Some(block))
    }

    /// Removes the first `count` replicates from the rows in memory and returns them as a block.
    fn taken(&mut self, design: &Design, count: usize) -> Result<Block, StoreError> {
        let (loaded, width) = (&mut self.loaded, design.settings.len());
        let are_all = loaded.first == 0 && width == 1 && count == loaded.replicates.len();
        let places: Vec<usize> = (0..count).map(|at| loaded.first + at * width).collect();
        let replicates = places
            .iter()
            .map(|&place| loaded.replicates[place])
            .collect();
        let mut block = design.without_columns(replicates);
        for (variant, batch) in block.batches.iter_mut().enumerate() {
            let own: Vec<usize> = places.iter().map(|place| place + variant).collect();
            // Each row names its trial, so that the file of another spec is refused and not misread.
            let name = batch.setting.name.as_deref();
            let together = |(at, place): (usize, &usize)| {
                loaded.replicates[*place] == loaded.replicates[places[at]]
            };
            let fits = loaded.variants.are_all(own.iter().copied(), name);
            if !fits || !own.iter().enumerate().all(together) {
                let problem = "its rows do not match the spec's variants";
                return Err(StoreError::damaged(&self.path, problem));
            }
            for (column, values) in self.columns.iter().zip(&mut loaded.values) {
                // If the block takes all rows, nothing is copied.
                let own = match are_all {
                    true => std::mem::replace(values, Values::Flag(Vec::new()).into()),
                    false => values.selected(&own),
                };
                batch.put(*column, own);
            }
        }
        Ok(block)
    }

    /// Finds the ranges of replicates of each cell in the file, if each replicate has `rows` consecutive rows.
    pub(super) fn stretches(&self, rows: usize) -> Result<Vec<StoredRange>, StoreError> {
        let damaged = |error: PolarsError| StoreError::damaged(&self.path, error);
        let wrong = || StoreError::damaged(&self.path, "its rows do not make whole replicates");
        let mut all: Vec<StoredRange> = Vec::new();
        let (mut row, size) = (0, (ROWS_PER_GROUP / rows).max(1) * rows);
        while row < self.total {
            let frame = self.decoded(row, size, &IDENTITY.map(str::to_owned))?;
            let read = identity(&frame).map_err(damaged)?.ok_or_else(wrong)?;
            let names = read.cells.len().min(read.variants.len());
            if read.replicates.is_empty()
                || read.replicates.len() % rows != 0
                || names != read.replicates.len()
            {
                return Err(wrong());
            }
            for first in (0..read.replicates.len()).step_by(rows) {
                let (cell, replicate) = (read.cells.get(first), read.replicates[first]);
                let same =
                    |at: usize| read.replicates[at] == replicate && read.cells.get(at) == cell;
                if !(first..first + rows).all(same) {
                    return Err(wrong());
                }
                let last = all.last_mut().filter(|last| Some(&*last.cell) == cell);
                match last.filter(|last| last.replicates.end == replicate) {
                    Some(last) => last.replicates.end += 1,
                    None => all.push(StoredRange {
                        cell: cell.unwrap_or_default().to_owned(),
                        replicates: replicate..replicate + 1,
                        row: row + first,
                    }),
                }
            }
            row += read.replicates.len();
        }
        Ok(all)
    }

    fn load(&mut self) -> Result<LoadedRows, StoreError> {
        let wrong = || {
            StoreError::damaged(
                &self.path,
                "a value has another type than its column, or columns differ in length",
            )
        };
        let damaged = |error: PolarsError| StoreError::damaged(&self.path, error);
        let frame = self.group(self.next)?;
        self.next += ROWS_PER_GROUP;
        let values = self.columns.iter().map(|column| {
            let held = columns::read(&frame, *column).map_err(damaged)?;
            held.ok_or_else(wrong)
        });
        let values = values.collect::<Result<Vec<ColumnData>, StoreError>>()?;
        let identity = identity(&frame).map_err(damaged)?.ok_or_else(wrong)?;
        let rows = identity.replicates.len();
        // In a damaged file, one column may be shorter than another.
        let names = [identity.cells.len(), identity.variants.len()];
        let lengths = values.iter().map(ColumnData::len).chain(names);
        if lengths.into_iter().any(|length| length != rows) {
            return Err(wrong());
        }
        Ok(LoadedRows { values, ..identity })
    }

    /// Reads the row group that begins at row `first`: the file columns that hold the requested columns, except those that follow from others.
    pub(super) fn group(&self, first: usize) -> Result<DataFrame, StoreError> {
        let damaged = |error: PolarsError| StoreError::damaged(&self.path, error);
        let own = self.columns.iter();
        let own = own.flat_map(|column| columns::first_fields(*column));
        let names: Vec<String> = IDENTITY.map(str::to_owned).into_iter().chain(own).collect();
        let mut frame = self.decoded(first, ROWS_PER_GROUP, &names)?;
        let further = self.columns.iter();
        let further = further.map(|column| columns::further_fields(&frame, *column));
        let further = further.collect::<PolarsResult<Vec<_>>>().map_err(damaged)?;
        let further = further.concat();
        if !further.is_empty() {
            let more = self.decoded(first, ROWS_PER_GROUP, &further)?;
            frame = frame.hstack(more.columns()).map_err(damaged)?;
        }
        Ok(frame)
    }

    /// Reads some columns of some rows, from `first` on; an error if the file is so damaged that its decoder fails.
    fn decoded(
        &self,
        first: usize,
        rows: usize,
        names: &[String],
    ) -> Result<DataFrame, StoreError> {
        guard::decoded(&self.path, || self.frame(first, rows, names))
    }

    fn frame(&self, first: usize, rows: usize, names: &[String]) -> Result<DataFrame, StoreError> {
        let file =
            File::open(&self.path).map_err(|error| StoreError::io("open", &self.path, error))?;
        let (metadata, before) = self.metadata_of(first, rows);
        let mut reader = ParquetReader::new(file)
            .with_slice(Some((first - before, rows)))
            .with_columns(Some(names.to_vec()))
            .read_parallel(ParallelStrategy::None);
        // Read once at opening, because it grows with the number of row groups.
        reader.set_metadata(Arc::new(metadata));
        reader
            .finish()
            .map_err(|error| StoreError::damaged(&self.path, error))
    }

    /// Metadata of the row groups that hold `rows` rows from `first` on, and the number of rows before these groups. Other row groups are left out,
    /// because the decoder spends time on each one in the metadata.
    pub(super) fn metadata_of(&self, first: usize, rows: usize) -> (FileMetadata, usize) {
        let whole = &self.metadata;
        let (mut row, mut before, mut num_rows, mut row_groups) = (0, 0, 0, Vec::new());
        for group in &whole.row_groups {
            let end = row + group.num_rows();
            if row < first.saturating_add(rows) && first < end {
                before = if row_groups.is_empty() { row } else { before };
                num_rows += group.num_rows();
                row_groups.push(group.clone());
            }
            row = end;
        }
        let metadata = FileMetadata {
            version: whole.version,
            num_rows,
            max_row_group_height: whole.max_row_group_height,
            created_by: whole.created_by.clone(),
            row_groups,
            key_value_metadata: whole.key_value_metadata.clone(),
            schema_descr: whole.schema_descr.clone(),
            column_orders: whole.column_orders.clone(),
            footer_buf: whole.footer_buf.clone(),
        };
        (metadata, before)
    }
}

/// Reads cell, replicate and variant of every row; `None` if a row does not have them.
fn identity(frame: &DataFrame) -> PolarsResult<Option<LoadedRows>> {
    let text = |name: &str| PolarsResult::Ok(frame.column(name)?.str()?.clone());
    let (cells, variants) = (text(IDENTITY[0])?, text(IDENTITY[2])?);
    let has_cells = cells.null_count() == 0;
    let replicates = frame.column(IDENTITY[1])?.i64()?.iter();
    let replicates = replicates.map(|replicate| u64::try_from(replicate?).ok());
    let replicates = replicates.collect::<Option<Vec<u64>>>();
    Ok(replicates
        .filter(|_| has_cells)
        .map(|replicates| LoadedRows {
            cells: names(&cells),
            replicates,
            variants: names(&variants),
            ..LoadedRows::default()
        }))
}

/// The texts of a column, each stored once.
pub(super) fn names(texts: &StringChunked) -> Names {
    match columns::is_one_text(texts) {
        true => Names::of_one(texts.get(0), texts.len()),
        false => Names::of(texts.iter()),
    }
}
