//! Writes trials to parquet in row groups of fixed size, and reads them back one after another.

use super::{ROWS_PER_GROUP, StoreError};
use claims::trial::{Entry, Kind, Trial};
use polars::prelude::*;
use serde_json::{Map, Value};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A column of parameters: its path in the spec and its type over all cells.
type ParameterColumn = (String, Kind);

/// Writes rows as they come; the file appears under its own name only when it is finished.
pub struct TrialWriter {
    path: PathBuf,
    parameters: Vec<ParameterColumn>,
    writer: polars::io::parquet::write::BatchedWriter<File>,
    schema: Schema,
    pending: Vec<Vec<Entry>>,
}

fn parameter_columns<'a>(
    cells: impl Iterator<Item = &'a Map<String, Value>>,
) -> Vec<ParameterColumn> {
    let mut kinds = std::collections::BTreeMap::new();
    for (path, value) in cells.flatten() {
        let kind = match value {
            Value::Number(number) if number.is_i64() => Kind::Integer,
            Value::Number(_) => Kind::Float,
            Value::Bool(_) => Kind::Boolean,
            _ => Kind::Text,
        };
        let joint = kinds.get(path).map_or(kind, |&before| join(before, kind));
        kinds.insert(path.clone(), joint);
    }
    kinds.into_iter().collect()
}

/// The type that holds the values of both.
fn join(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (a, b) if a == b => a,
        (Kind::Integer | Kind::Float, Kind::Integer | Kind::Float) => Kind::Float,
        _ => Kind::Text,
    }
}

fn parameter(value: Option<&Value>, kind: Kind) -> Entry {
    match kind {
        Kind::Integer => Entry::Integer(value.and_then(Value::as_i64)),
        Kind::Float => Entry::Float(value.and_then(Value::as_f64)),
        Kind::Boolean => Entry::Boolean(value.and_then(Value::as_bool)),
        Kind::Text => Entry::Text(value.map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        })),
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Integer => DataType::Int64,
        Kind::Float => DataType::Float64,
        Kind::Text => DataType::String,
        Kind::Boolean => DataType::Boolean,
    }
}

impl TrialWriter {
    /// Starts a file for trials whose cells have these parameters.
    pub fn create<'a>(
        path: &Path,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Result<Self, StoreError> {
        let parameters = parameter_columns(cells);
        let columns = Trial::columns()
            .into_iter()
            .chain(parameters.iter().cloned());
        let schema: Schema = columns
            .map(|(name, kind)| Field::new(name.into(), data_type(kind)))
            .collect();
        let partial = path.with_extension("parquet.partial");
        let file =
            File::create(&partial).map_err(|error| StoreError::io("create", &partial, error))?;
        let writer = ParquetWriter::new(file)
            .set_parallel(false)
            .batched(&schema)
            .map_err(|error| StoreError::damaged(&partial, error))?;
        Ok(Self {
            path: path.to_owned(),
            parameters,
            writer,
            schema,
            pending: Vec::new(),
        })
    }

    /// Appends a row of a cell with these parameters.
    pub fn push(&mut self, trial: &Trial, cell: &Map<String, Value>) -> Result<(), StoreError> {
        let mut row = trial.entries();
        row.extend(
            self.parameters
                .iter()
                .map(|(path, kind)| parameter(cell.get(path), *kind)),
        );
        self.pending.push(row);
        if self.pending.len() == ROWS_PER_GROUP {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.pending);
        let columns =
            self.schema.iter().enumerate().map(|(index, (name, kind))| {
                column(name, kind, rows.iter().map(|row| &row[index]))
            });
        let frame = DataFrame::new(rows.len(), columns.collect())
            .map_err(|error| StoreError::damaged(&self.path, error))?;
        self.writer
            .write_batch(&frame)
            .map_err(|error| StoreError::damaged(&self.path, error))
    }

    /// Writes what is pending and gives the file its name.
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.flush()?;
        self.writer
            .finish()
            .map_err(|error| StoreError::damaged(&self.path, error))?;
        let partial = self.path.with_extension("parquet.partial");
        std::fs::rename(&partial, &self.path)
            .map_err(|error| StoreError::io("rename", &partial, error))
    }
}

fn column<'a>(
    name: &PlSmallStr,
    kind: &DataType,
    entries: impl Iterator<Item = &'a Entry>,
) -> Column {
    let name = name.clone();
    match kind {
        DataType::Int64 => Column::new(
            name,
            entries
                .map(|e| {
                    if let Entry::Integer(value) = e {
                        *value
                    } else {
                        None
                    }
                })
                .collect::<Vec<_>>(),
        ),
        DataType::Float64 => Column::new(
            name,
            entries
                .map(|e| {
                    if let Entry::Float(value) = e {
                        *value
                    } else {
                        None
                    }
                })
                .collect::<Vec<_>>(),
        ),
        DataType::Boolean => Column::new(
            name,
            entries
                .map(|e| {
                    if let Entry::Boolean(value) = e {
                        *value
                    } else {
                        None
                    }
                })
                .collect::<Vec<_>>(),
        ),
        _ => Column::new(
            name,
            entries
                .map(|e| {
                    if let Entry::Text(value) = e {
                        value.as_deref()
                    } else {
                        None
                    }
                })
                .collect::<Vec<_>>(),
        ),
    }
}

/// Reads trials in the order they were written, one row group in memory at a time.
pub struct TrialReader {
    path: PathBuf,
    next: usize,
    total: usize,
    loaded: std::vec::IntoIter<Trial>,
    ahead: Option<Trial>,
}

impl TrialReader {
    /// Opens a file of trials.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
        let total = ParquetReader::new(file)
            .num_rows()
            .map_err(|error| StoreError::damaged(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            next: 0,
            total,
            loaded: Vec::new().into_iter(),
            ahead: None,
        })
    }

    /// Number of rows in the file.
    pub fn rows(&self) -> usize {
        self.total
    }

    /// The rows of the cell that comes next, if it has this key; none otherwise.
    pub fn cell(&mut self, key: &str) -> Result<Vec<Trial>, StoreError> {
        let mut rows = Vec::new();
        while let Some(trial) = self.take_row()? {
            if trial.cell != key {
                self.ahead = Some(trial);
                break;
            }
            rows.push(trial);
        }
        Ok(rows)
    }

    fn take_row(&mut self) -> Result<Option<Trial>, StoreError> {
        if let Some(trial) = self.ahead.take().or_else(|| self.loaded.next()) {
            return Ok(Some(trial));
        }
        if self.next >= self.total {
            return Ok(None);
        }
        self.loaded = self.load()?.into_iter();
        Ok(self.loaded.next())
    }

    fn load(&mut self) -> Result<Vec<Trial>, StoreError> {
        let damaged = |error: PolarsError| StoreError::damaged(&self.path, error);
        let file =
            File::open(&self.path).map_err(|error| StoreError::io("open", &self.path, error))?;
        let slice = Some((self.next, ROWS_PER_GROUP));
        let names: Vec<String> = Trial::columns().into_iter().map(|(name, _)| name).collect();
        let reader = ParquetReader::new(file)
            .with_slice(slice)
            .with_columns(Some(names.clone()))
            .read_parallel(ParallelStrategy::None);
        let frame = reader.finish().map_err(damaged)?;
        self.next += ROWS_PER_GROUP;
        let mut columns = Vec::with_capacity(names.len());
        for name in &names {
            columns.push(
                entries(frame.column(name).map_err(damaged)?)
                    .map_err(damaged)?
                    .into_iter(),
            );
        }
        let row = |columns: &mut Vec<std::vec::IntoIter<Entry>>| {
            Trial::from_entries(&mut columns.iter_mut().filter_map(Iterator::next))
        };
        let trials = (0..frame.height())
            .map(|_| row(&mut columns))
            .collect::<Option<Vec<_>>>();
        trials.ok_or_else(|| StoreError::damaged(&self.path, "a column does not have its type"))
    }
}

fn entries(column: &Column) -> PolarsResult<Vec<Entry>> {
    Ok(match column.dtype() {
        DataType::Int64 => column.i64()?.iter().map(Entry::Integer).collect(),
        DataType::Float64 => column.f64()?.iter().map(Entry::Float).collect(),
        DataType::Boolean => column.bool()?.iter().map(Entry::Boolean).collect(),
        _ => column
            .str()?
            .iter()
            .map(|value| Entry::Text(value.map(str::to_owned)))
            .collect(),
    })
}
