//! Reads parquet files of others as examples, some rows at a time.

use perceptron::intake::{Cell, Fault, Intake, Request, Typed};
use polars::prelude::{AnyValue, Column, ParallelStrategy, ParquetReader, SerReader};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Rows that are decoded at once.
const ROWS_AT_ONCE: usize = 1 << 16;

/// Reads a parquet file as examples; `progress` is told how many of how many rows are read.
///
/// # Errors
/// The file is no parquet file, or what the request asks of its columns and rows is wrong; the line is the row, from 1.
pub fn read_table(
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Intake, Fault> {
    // The decoder may panic on a file that is damaged on purpose.
    let read = catch_unwind(AssertUnwindSafe(|| decoded(path, request, progress)));
    read.unwrap_or_else(|_| Err(damaged("its decoder gave up")))
}

/// The same without a word on the way.
///
/// # Errors
/// Those of [`read_table`].
pub fn read_parquet(path: &Path, request: &Request) -> Result<Intake, Fault> {
    read_table(path, request, &mut |_, _| {})
}

fn decoded(
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Intake, Fault> {
    let open = || File::open(path).map_err(damaged);
    let mut reader = ParquetReader::new(open()?);
    let total = reader.num_rows().map_err(damaged)?;
    let schema = reader.schema().map_err(damaged)?;
    let metadata = reader.get_metadata().map_err(damaged)?.clone();
    super::guard::check(&mut open()?, &metadata).map_err(damaged)?;
    let names: Vec<String> = schema.iter_names().map(|name| name.to_string()).collect();
    let mut typed = Typed::new(names, request)?;
    let wanted = typed.wanted();
    for start in (0..total).step_by(ROWS_AT_ONCE) {
        let mut reader = ParquetReader::new(open()?)
            .with_slice(Some((start, ROWS_AT_ONCE)))
            .with_columns(Some(wanted.clone()))
            .read_parallel(ParallelStrategy::None);
        reader.set_metadata(Arc::clone(&metadata));
        let frame = reader.finish().map_err(damaged)?;
        let columns = wanted.iter().map(|name| frame.column(name));
        let columns = columns
            .collect::<Result<Vec<&Column>, _>>()
            .map_err(damaged)?;
        push(&mut typed, &columns, frame.height())?;
        progress((start + frame.height()) as u64, total as u64);
    }
    typed.finish()
}

/// Takes the rows of some columns.
fn push(typed: &mut Typed, columns: &[&Column], rows: usize) -> Result<(), Fault> {
    let mut values = Vec::with_capacity(columns.len());
    for row in 0..rows {
        values.clear();
        for column in columns {
            values.push(column.get(row).map_err(damaged)?);
        }
        typed.push(|place| cell(&values[place]))?;
    }
    Ok(())
}

/// What a value is to a reader of examples; one of a type that is no number and no word is missing to nobody, and named as what it is.
fn cell<'v>(value: &'v AnyValue) -> Cell<'v> {
    match value {
        AnyValue::Null => Cell::Missing,
        AnyValue::Boolean(truth) => Cell::Exact {
            mantissa: i128::from(*truth),
            decimals: 0,
        },
        AnyValue::String(text) => Cell::Text(text),
        AnyValue::StringOwned(text) => Cell::Text(text.as_str()),
        AnyValue::Float32(value) => Cell::Double(f64::from(*value)),
        AnyValue::Float64(value) => Cell::Double(*value),
        other => match other.extract::<i128>() {
            Some(mantissa) => Cell::Exact {
                mantissa,
                decimals: 0,
            },
            None => Cell::Text("a value that is no number"),
        },
    }
}

fn damaged(reason: impl ToString) -> Fault {
    let problem = format!(
        "the file cannot be decoded as parquet: {}",
        reason.to_string()
    );
    Fault::new(
        problem,
        "a whole parquet file with columns of numbers and words",
    )
    .help("write the file anew, or export the table as CSV")
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::intake::Held;
    use polars::prelude::{DataFrame, NamedFrom, ParquetWriter, Series};
    use std::path::PathBuf;
    use tempfile::TempDir;

    /// A file of these columns.
    fn written(folder: &TempDir, columns: Vec<Series>) -> PathBuf {
        let path = folder.path().join("t.parquet");
        let columns: Vec<Column> = columns.into_iter().map(Column::from).collect();
        let height = columns[0].len();
        let mut frame = DataFrame::new(height, columns).unwrap();
        let file = File::create(&path).unwrap();
        ParquetWriter::new(file).finish(&mut frame).unwrap();
        path
    }

    fn read(path: &Path, request: &Request) -> Result<Intake, Fault> {
        read_table(path, request, &mut |_, _| {})
    }

    #[test]
    fn typed_columns_are_features_and_a_label_in_words() {
        let folder = TempDir::new().unwrap();
        let columns = vec![
            Series::new("x".into(), [0.1, -2.5, 3.0]),
            Series::new("half".into(), [0.5_f32, 1.5, 2.5]),
            Series::new("count".into(), [1_i64, -7, 9]),
            Series::new("flag".into(), [true, false, true]),
            Series::new("class".into(), ["a", "b", "a"]),
        ];
        let path = written(&folder, columns);
        let intake = read(&path, &Request::default()).unwrap();
        assert_eq!(
            (intake.held, intake.positive.as_str()),
            (Held::Doubles, "b")
        );
        assert_eq!(
            intake.sample.features.row(1).as_ref(),
            [-2.5, 1.5, -7.0, 0.0]
        );
        let counts = Request {
            features: Some(vec!["count".into(), "flag".into()]),
            ..Request::default()
        };
        let intake = read(&path, &counts).unwrap();
        assert_eq!(intake.held, Held::Decimals);
        assert_eq!(intake.unused, ["x", "half"]);
    }

    #[test]
    fn missing_and_infinite_values_and_words_are_named_by_row_and_column() {
        let folder = TempDir::new().unwrap();
        let classes = || Series::new("c".into(), ["a", "b", "a"]);
        let place = |bad: Series| {
            let path = written(
                &folder,
                vec![Series::new("x".into(), [1_i64, 2, 3]), bad, classes()],
            );
            let fault = read(&path, &Request::default()).unwrap_err();
            (fault.line, fault.column, fault.name.clone())
        };
        let due = (Some(2), Some(2), Some("y".to_owned()));
        assert_eq!(
            place(Series::new("y".into(), [Some(1.0), None, Some(2.0)])),
            due
        );
        assert_eq!(
            place(Series::new("y".into(), [1.0, f64::INFINITY, 2.0])),
            due
        );
        assert_eq!(place(Series::new("y".into(), [1.0, f64::NAN, 2.0])), due);
        assert_eq!(place(Series::new("y".into(), ["1", "red", "2"])), due);
    }

    #[test]
    fn rows_beyond_one_slice_are_read_in_order() {
        let folder = TempDir::new().unwrap();
        let count = ROWS_AT_ONCE as i64 + 3;
        let numbers: Vec<i64> = (0..count).collect();
        let classes: Vec<i64> = (0..count).map(|row| row % 2).collect();
        let columns = vec![
            Series::new("x".into(), numbers),
            Series::new("c".into(), classes),
        ];
        let path = written(&folder, columns);
        let intake = read(&path, &Request::default()).unwrap();
        assert_eq!(intake.lines.len() as i64, count);
        let last = intake.sample.features.row(count as usize - 1);
        assert_eq!(last.as_ref(), [(count - 1) as f64]);
    }
}
