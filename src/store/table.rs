//! Reads parquet files of others as examples, some rows at a time.
//!
//! Columns are decoded by `polars-parquet` and not by polars. Data frames of polars know integers of 8 and 16 bits, decimals and half floats only
//! with features that make it larger, and panic without them.

use super::column_type::{ColumnType, index_names, is_index_name, leaves};
use super::guard;
use perceptron::intake::{DataFault, FieldValue, Intake, Request, Typed};
use polars_arrow::array::Array;
use polars_buffer::Buffer;
use polars_parquet::read::{
    BasicDecompressor, FileMetadata, Filter, PageReader, RowGroupMetadata, column_iter_to_arrays,
    read_metadata,
};
use std::fmt::Display;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// Number of rows decoded at once.
const ROWS_AT_ONCE: usize = 1 << 16;

/// Reads a parquet file as examples; `progress` receives the number of rows read so far and the number of all rows.
///
/// # Errors
/// The file is no parquet file, or the request does not fit its columns and rows; the line is the row, from 1.
pub fn read_table(
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Intake, DataFault> {
    // The decoder may panic on a file that was damaged on purpose.
    let read = guard::caught(|| decoded(path, request, progress));
    read.unwrap_or_else(|| Err(damaged("")))
}

/// Like [`read_table`], but reports no progress.
///
/// # Errors
/// Those of [`read_table`].
pub fn read_parquet(path: &Path, request: &Request) -> Result<Intake, DataFault> {
    read_table(path, request, &mut |_, _| {})
}

fn decoded(
    path: &Path,
    request: &Request,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Intake, DataFault> {
    let mut file = File::open(path).map_err(damaged)?;
    check_ends(&mut file)?;
    let metadata = read_metadata(&mut file).map_err(damaged)?;
    guard::check(&mut file, &metadata).map_err(damaged)?;
    let columns = leaves(&metadata);
    let indices = index_names(&metadata);
    let named = columns.iter().map(|column| {
        let is_index = indices.contains(&column.name) || is_index_name(&column.name);
        (column.name.clone(), is_index)
    });
    let mut typed = Typed::new(named.collect(), request)?;
    let wanted = typed
        .wanted()
        .into_iter()
        .enumerate()
        .map(|(index, place)| {
            let column = &columns[place];
            // The label is the first.
            column.check(index == 0).map(|kind| WantedColumn {
                kind,
                leaf: column.leaf,
            })
        });
    let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
    let total = metadata.num_rows as u64;
    let mut seen = 0;
    for group in &metadata.row_groups {
        let chunks = chunks(&mut file, group, &wanted)?;
        for start in (0..group.num_rows()).step_by(ROWS_AT_ONCE) {
            let end = group.num_rows().min(start + ROWS_AT_ONCE);
            let columns = wanted.iter().zip(&chunks).map(|(wanted, chunk)| {
                wanted.decode(&metadata, group, chunk.clone(), (start, end))
            });
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            push(&mut typed, &wanted, &columns, end - start)?;
            seen += (end - start) as u64;
            progress(seen, total);
        }
    }
    typed.finish()
}

/// A column of a parquet file that is read, as the label or a feature.
struct WantedColumn {
    kind: ColumnType,
    /// Index of the column among all columns of the file that hold values.
    leaf: usize,
}

/// Values of one parquet column in some rows, as Arrow arrays; usually one array.
type Slice = Vec<Box<dyn Array>>;

impl WantedColumn {
    fn decode(
        &self,
        metadata: &FileMetadata,
        group: &RowGroupMetadata,
        chunk: Buffer<u8>,
        (start, end): (usize, usize),
    ) -> Result<Slice, DataFault> {
        let column = &group.parquet_columns()[self.leaf];
        let pages = PageReader::new(Cursor::new(chunk), column, Vec::new(), usize::MAX);
        let pages = BasicDecompressor::new(pages, Vec::new());
        let descriptor = &metadata.schema().columns()[self.leaf].descriptor;
        let field = self.kind.field();
        let filter = Some(Filter::new_ranged(start, end));
        let types = vec![&descriptor.primitive_type];
        let arrays = column_iter_to_arrays(vec![pages], types, field, filter);
        Ok(arrays.map_err(damaged)?.0)
    }
}

/// Encoded bytes of each wanted column in one row group.
fn chunks(
    file: &mut File,
    group: &RowGroupMetadata,
    wanted: &[WantedColumn],
) -> Result<Vec<Buffer<u8>>, DataFault> {
    let mut chunk = |wanted: &WantedColumn| {
        let range = group.parquet_columns()[wanted.leaf].byte_range();
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let read = file.seek(SeekFrom::Start(range.start));
        read.and_then(|_| file.read_exact(&mut bytes))
            .map_err(damaged)?;
        Ok(Buffer::from_vec(bytes))
    };
    wanted.iter().map(&mut chunk).collect()
}

/// Adds rows to the examples, given the decoded values of the wanted columns.
fn push(
    typed: &mut Typed,
    wanted: &[WantedColumn],
    columns: &[Slice],
    rows: usize,
) -> Result<(), DataFault> {
    let lengths = columns
        .iter()
        .map(|arrays| arrays.iter().map(|array| array.len()).sum::<usize>());
    if lengths.into_iter().any(|length| length != rows) {
        return Err(damaged(""));
    }
    for row in 0..rows {
        typed.push(|place| cell(&wanted[place].kind, &columns[place], row))?;
    }
    Ok(())
}

fn cell<'a>(kind: &ColumnType, arrays: &'a [Box<dyn Array>], mut row: usize) -> FieldValue<'a> {
    for array in arrays {
        if row < array.len() {
            return kind.cell(array.as_ref(), row);
        }
        row -= array.len();
    }
    FieldValue::Missing
}

/// The bytes with which every parquet file begins and ends.
const MARK: [u8; 4] = *b"PAR1";

/// Refuses a file that does not begin or end as parquet files do.
fn check_ends(file: &mut File) -> Result<(), DataFault> {
    let length = file.metadata().map_err(damaged)?.len();
    let mut marked = |from: SeekFrom| {
        let mut bytes = [0; MARK.len()];
        let read = file.seek(from).and_then(|_| file.read_exact(&mut bytes));
        read.is_ok() && bytes == MARK
    };
    if length == 0 {
        return Err(DataFault::new("the file is empty", EXPECTED).help("write the file again"));
    }
    if !marked(SeekFrom::Start(0)) {
        let problem =
            "the file does not begin as a parquet file does, although its name says that it is one";
        return Err(DataFault::new(problem, EXPECTED)
            .help("give it the ending of what it is, such as .csv for a text table"));
    }
    if !marked(SeekFrom::End(-(MARK.len() as i64))) {
        let problem = "the file does not end as a parquet file does: it is cut off";
        return Err(DataFault::new(problem, EXPECTED).help("copy or write the file again"));
    }
    Ok(())
}

const EXPECTED: &str = "a whole parquet file with columns of numbers and words";

/// The error of a damaged file, or of one with an encoding that the decoder lacks. The decoder's own words are about bytes, so they are left out.
fn damaged(error: impl Display) -> DataFault {
    let words = error.to_string();
    if words.contains("Not yet supported") || words.contains("needs to be active") {
        let problem = "a column is encoded or compressed in a way that is not read here";
        return DataFault::new(problem, EXPECTED)
            .help("write the file with the encodings that its program uses by default, or export the table as CSV");
    }
    let problem = "the file is damaged: it cannot be decoded as parquet";
    DataFault::new(problem, EXPECTED).help("write the file again, or export the table as CSV")
}

#[cfg(test)]
mod tests;
