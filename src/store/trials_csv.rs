//! Writes stored trials as CSV, for programs that do not read parquet.

use super::{Folder, ROWS_PER_GROUP, StoreError, guard};
use polars::prelude::*;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Which columns of the trials are written, and how they are named.
#[derive(Debug, Clone, Default)]
pub struct CsvColumns {
    /// The names of the columns in their order in the file; all of them if left out.
    pub names: Option<Vec<String>>,
    /// Whether names have underscores in place of all signs but letters and digits.
    pub plain: bool,
}

/// Why trials were not written as CSV.
pub enum CsvError {
    /// The trials cannot be read.
    Store(StoreError),
    /// There is no column of this name among these.
    NoColumn(String, Vec<String>),
    /// The output cannot be written.
    Output(csv::Error),
}

impl From<StoreError> for CsvError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<csv::Error> for CsvError {
    fn from(error: csv::Error) -> Self {
        Self::Output(error)
    }
}

/// Writes the trials of a results folder as CSV: names, then a line for each trial. Texts are as they are stored, missing values are empty, and
/// floats have as many digits as tell them from all others. Returns the number of trials.
///
/// # Errors
/// The trials are missing or damaged, there is no such column, or the output cannot be written.
pub fn write_trials_csv(
    folder: &Folder,
    columns: &CsvColumns,
    output: impl Write,
) -> Result<usize, CsvError> {
    let (manifest, _) = folder.spec()?;
    // Compares the file with its digest.
    folder.reader(&manifest, &BTreeSet::new())?;
    let path = folder.trials();
    let (all, rows) = guard::decoded(&path, || header(&path))?;
    let names = chosen(columns, all)?;
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(names.iter().map(|name| match columns.plain {
        true => plain(name),
        false => name.clone(),
    }))?;
    for start in (0..rows).step_by(ROWS_PER_GROUP) {
        let slice = (start, ROWS_PER_GROUP.min(rows - start));
        let frame = guard::decoded(&path, || part(&path, &names, slice))?;
        write_rows(&frame, &names, &mut writer)?;
    }
    writer.flush().map_err(csv::Error::from)?;
    Ok(rows)
}

/// A name with one underscore in place of signs that are neither letters nor digits.
fn plain(name: &str) -> String {
    let words = name.split(|sign: char| !sign.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

/// The names of the columns of a file of trials, and its number of rows.
fn header(path: &Path) -> Result<(Vec<String>, usize), StoreError> {
    let damaged = |error: PolarsError| StoreError::damaged(path, error);
    let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
    let mut reader = ParquetReader::new(file);
    let rows = reader.num_rows().map_err(damaged)?;
    let schema = reader.schema().map_err(damaged)?;
    Ok((schema.iter_names().map(ToString::to_string).collect(), rows))
}

fn chosen(columns: &CsvColumns, all: Vec<String>) -> Result<Vec<String>, CsvError> {
    let Some(names) = &columns.names else {
        return Ok(all);
    };
    match names.iter().find(|name| !all.contains(name)) {
        Some(unknown) => Err(CsvError::NoColumn(unknown.clone(), all)),
        None => Ok(names.clone()),
    }
}

fn part(path: &Path, names: &[String], slice: (usize, usize)) -> Result<DataFrame, StoreError> {
    let file = File::open(path).map_err(|error| StoreError::io("open", path, error))?;
    let reader = ParquetReader::new(file)
        .with_slice(Some(slice))
        .with_columns(Some(names.to_vec()));
    let damaged = |error: PolarsError| StoreError::damaged(path, error);
    reader.finish().map_err(damaged)
}

fn write_rows(
    frame: &DataFrame,
    names: &[String],
    writer: &mut csv::Writer<impl Write>,
) -> Result<(), CsvError> {
    let columns: Vec<&Column> = names
        .iter()
        .filter_map(|name| frame.column(name).ok())
        .collect();
    for row in 0..frame.height() {
        let cells = columns
            .iter()
            .map(|column| column.get(row).map_or_else(|_| String::new(), spelled));
        writer.write_record(cells)?;
    }
    Ok(())
}

fn spelled(value: AnyValue) -> String {
    match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => text.to_owned(),
        AnyValue::StringOwned(text) => text.to_string(),
        AnyValue::Float64(number) => format!("{number:?}"),
        other => other.to_string(),
    }
}
