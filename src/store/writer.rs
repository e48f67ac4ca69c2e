//! Writes trials to parquet in row groups of fixed size, while the run goes on.

use super::{ROWS_PER_GROUP, StoreError, columns};
use claims::trial::{AnyColumn, Block, Measure, Row};
use polars::io::parquet::write::BatchedWriter;
use polars::prelude::*;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The columns that say which trial a row is.
pub(super) const IDENTITY: [&str; 3] = ["cell", "replicate", "variant"];

/// Writes trials as they come; the file appears under its own name only when it is finished.
pub struct TrialWriter {
    path: PathBuf,
    columns: Vec<AnyColumn>,
    parameters: Vec<(String, DataType)>,
    writer: BatchedWriter<File>,
    pending: VecDeque<(Arc<Map<String, Value>>, Block)>,
    /// Trials that wait, and how many of them at the front are written.
    waiting: usize,
    written: usize,
}

impl TrialWriter {
    /// Starts a file for trials on which these measures are made, and whose cells have these parameters.
    pub fn create<'a>(
        path: &Path,
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Result<Self, StoreError> {
        let asked = |column: &AnyColumn| column.declared().measure.is_asked(measures);
        let columns: Vec<AnyColumn> = AnyColumn::all().filter(asked).collect();
        let parameters = parameter_columns(cells);
        let partial = path.with_extension("parquet.partial");
        let file =
            File::create(&partial).map_err(|error| StoreError::io("create", &partial, error))?;
        let writer = ParquetWriter::new(file)
            // They would grow with the number of row groups, and stay in memory until the end.
            .with_statistics(StatisticsOptions::empty())
            .batched(&schema(&columns, &parameters))
            .map_err(|error| StoreError::damaged(&partial, error))?;
        let (path, pending) = (path.to_owned(), VecDeque::new());
        Ok(Self {
            path,
            columns,
            parameters,
            writer,
            pending,
            waiting: 0,
            written: 0,
        })
    }

    /// Appends the next trials of a cell with these parameters.
    pub fn push(&mut self, block: Block, cell: &Arc<Map<String, Value>>) -> Result<(), StoreError> {
        self.waiting += block.len() * block.batches.len();
        self.pending.push_back((cell.clone(), block));
        while self.waiting >= ROWS_PER_GROUP {
            self.flush(ROWS_PER_GROUP)?;
        }
        Ok(())
    }

    /// Writes a row group, and forgets the blocks that are written.
    fn flush(&mut self, size: usize) -> Result<(), StoreError> {
        let all = self
            .pending
            .iter()
            .flat_map(|(cell, block)| block.all().map(move |row| (&**cell, row)));
        let (cells, rows): (Vec<&Map<String, Value>>, Vec<Row>) =
            all.skip(self.written).take(size).unzip();
        let frame = self.frame(&cells, &rows);
        let written = frame.and_then(|frame| self.writer.write_batch(&frame));
        written.map_err(|error| StoreError::damaged(&self.path, error))?;
        self.waiting -= size;
        self.written += size;
        // Row groups end where they are full: the first block may be written in part only.
        while let Some((_, block)) = self.pending.front() {
            let rows = block.len() * block.batches.len();
            if rows > self.written {
                break;
            }
            self.written -= rows;
            self.pending.pop_front();
        }
        Ok(())
    }

    fn frame(&self, cells: &[&Map<String, Value>], rows: &[Row]) -> PolarsResult<DataFrame> {
        let setting = |of: fn(&claims::trial::Setting) -> Option<&str>| -> Vec<Option<&str>> {
            rows.iter().map(|row| of(row.setting())).collect()
        };
        let replicates: Vec<i64> = rows.iter().map(|row| row.replicate as i64).collect();
        let identity = [
            Column::new(IDENTITY[0].into(), setting(|setting| Some(&setting.cell))),
            Column::new(IDENTITY[1].into(), replicates),
            Column::new(
                IDENTITY[2].into(),
                setting(|setting| setting.name.as_deref()),
            ),
        ];
        let own = self.columns.par_iter();
        let own: Vec<Vec<Column>> = own.map(|column| columns::written(rows, *column)).collect();
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(path, kind)| parameter(cells, path, kind));
        let columns = identity.into_iter().chain(own.into_iter().flatten());
        DataFrame::new(rows.len(), columns.chain(parameters).collect())
    }

    /// Writes what is pending and gives the file its name.
    pub fn finish(mut self) -> Result<(), StoreError> {
        if self.waiting > 0 {
            self.flush(self.waiting)?;
        }
        self.writer
            .finish()
            .map_err(|error| StoreError::damaged(&self.path, error))?;
        let partial = self.path.with_extension("parquet.partial");
        std::fs::rename(&partial, &self.path)
            .map_err(|error| StoreError::io("rename", &partial, error))
    }
}

fn schema(columns: &[AnyColumn], parameters: &[(String, DataType)]) -> Schema {
    let identity = IDENTITY
        .into_iter()
        .zip([DataType::String, DataType::Int64, DataType::String]);
    let identity = identity.map(|(name, kind)| (name.to_owned(), kind));
    let own = columns.iter().flat_map(|column| columns::fields(*column));
    let all = identity.chain(own).chain(parameters.iter().cloned());
    all.map(|(name, kind)| Field::new(name.into(), kind))
        .collect()
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
