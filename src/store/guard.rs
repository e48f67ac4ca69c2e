//! Checks a parquet file before it is decoded, so that impossible lengths in it cost no memory and no time.

use super::StoreError;
use polars_parquet::read::FileMetadata;
use polars_parquet_format::PageHeader;
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;
use std::cell::Cell;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Most values of a page of parquet, and of a column in a row group; programs that write parquet start a new one long before.
const MOST_VALUES: [u64; 2] = [1 << 24, 1 << 27];

/// Bytes that are read first for the header of a page; most headers are shorter.
const SHORT_HEADER: usize = 256;

/// Most bytes of the header of a page, which may contain the smallest and the largest value of the page.
const LONGEST_HEADER: usize = 1 << 20;

/// Most bytes of a page of parquet after decompression.
const MOST_BYTES: u64 = 1 << 28;

/// Returns the result of `decode`, which decodes the file at `path`. Its panic counts as damage, because the decoder may panic on a file that was
/// damaged on purpose.
pub(super) fn decoded<T>(
    path: &Path,
    decode: impl FnOnce() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    caught(decode).unwrap_or_else(|| Err(StoreError::damaged(path, "its decoder failed")))
}

thread_local! {
    static DECODES: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is decoding a file that others wrote, so that a panic is about the file and not about the program.
pub fn is_decoding() -> bool {
    DECODES.get()
}

/// Calls a function and returns its value, or `None` if it panics.
pub(super) fn caught<T>(decode: impl FnOnce() -> T) -> Option<T> {
    let before = DECODES.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    DECODES.set(before);
    decoded.ok()
}

/// Checks rows, values and sizes of all pages of a parquet file against each other and against the file, before anything is decoded.
///
/// # Errors
/// A description of what cannot be true.
pub(super) fn check(file: &mut File, metadata: &FileMetadata) -> Result<(), String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let rows = metadata
        .row_groups
        .iter()
        .map(|group| group.num_rows() as u64);
    let rows = rows.fold(0_u64, u64::saturating_add);
    require(
        rows == metadata.num_rows as u64,
        "its row groups and the file differ in their number of rows",
    )?;
    for group in &metadata.row_groups {
        for column in group.parquet_columns() {
            let values = u64::try_from(column.num_values()).unwrap_or(u64::MAX);
            require(
                values <= MOST_VALUES[1],
                &format!(
                    "a row group has more than {} values in a column",
                    MOST_VALUES[1]
                ),
            )?;
            require(
                group.num_rows() as u64 <= values,
                "a column has fewer values than rows",
            )?;
            let range = column.byte_range();
            require(
                range.start <= range.end && range.end <= length,
                "a column lies beyond the end of the file",
            )?;
            check_pages(file, range, values)?;
        }
    }
    Ok(())
}

fn require(holds: bool, problem: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(problem.to_owned())
    }
}

/// Checks the headers of all pages of a column, at `range` in the file, because the decoder's own reader does not say how long dictionaries are.
fn check_pages(file: &mut File, range: Range<u64>, values: u64) -> Result<(), String> {
    let (mut at, mut seen) = (range.start, 0);
    while at < range.end {
        let (header, body) = header(file, at)?;
        let packed = u64::try_from(header.compressed_page_size).ok();
        let end = packed.and_then(|packed| body.checked_add(packed));
        let end = end.filter(|&end| end <= range.end);
        at = end.ok_or("a page is longer than its column")?;
        let unpacked = u64::try_from(header.uncompressed_page_size);
        let fits = unpacked.is_ok_and(|bytes| bytes <= MOST_BYTES);
        require(fits, &format!("a page has more than {MOST_BYTES} bytes"))?;
        let [data, others] = counts(&header);
        let most = MOST_VALUES[0].min(values.max(1));
        require(data.max(others) <= most, "a page has too many values")?;
        seen += data;
    }
    require(
        seen == values,
        "its pages and their column differ in their number of values",
    )
}

/// Reads the header of a page at an offset in the file, and returns it with the offset of the page's content. The content is not read, so that memory
/// does not grow with its size.
fn header(file: &mut File, at: u64) -> Result<(PageHeader, u64), String> {
    let unread = |error: &dyn Display| format!("the header of a page cannot be read: {error}");
    let mut reader = BufReader::with_capacity(SHORT_HEADER, file);
    let begun = reader.seek(SeekFrom::Start(at));
    begun.map_err(|error| unread(&error))?;
    let mut protocol = TCompactInputProtocol::new(&mut reader, LONGEST_HEADER);
    let header = PageHeader::read_from_in_protocol(&mut protocol);
    let header = header.map_err(|error| unread(&error))?;
    let body = reader.stream_position();
    Ok((header, body.map_err(|error| unread(&error))?))
}

/// Numbers of values of a data page and of a dictionary page, one of them 0; a negative number counts as larger than any other.
fn counts(header: &PageHeader) -> [u64; 2] {
    let first = header.data_page_header.as_ref().map(|data| data.num_values);
    let second = header
        .data_page_header_v2
        .as_ref()
        .map(|data| data.num_values);
    let dictionary = header
        .dictionary_page_header
        .as_ref()
        .map(|own| own.num_values);
    let count = |number: Option<i32>| u64::try_from(number.unwrap_or(0)).unwrap_or(u64::MAX);
    [count(first.or(second)), count(dictionary)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{TrialReader, read_parquet};
    use perceptron::intake::Request;
    use polars::prelude::{DataFrame, NamedFrom, ParquetWriter, Series};
    use std::collections::BTreeSet;

    /// A small parquet file with words and numbers, one of them missing.
    fn file(folder: &Path) -> Vec<u8> {
        let path = folder.join("a.parquet");
        let columns = vec![
            Series::new("a".into(), [Some(1_i64), None, Some(3), Some(4)]).into(),
            Series::new("y".into(), ["p", "q", "p", "q"]).into(),
        ];
        let mut frame = DataFrame::new(4, columns).unwrap();
        ParquetWriter::new(File::create(&path).unwrap())
            .finish(&mut frame)
            .unwrap();
        std::fs::read(&path).unwrap()
    }

    /// A small file with every type that is read, written by pyarrow.
    const TYPES: &[u8] = include_bytes!("../../tests/parquet/types.parquet");

    #[test]
    fn corrupted_user_parquet_file_never_panics_the_reader() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.parquet");
        let mut refused = 0;
        for place in 0..TYPES.len() {
            for value in [0x00, 0xff] {
                let mut bytes = TYPES.to_vec();
                bytes[place] = value;
                std::fs::write(&path, bytes).unwrap();
                refused += usize::from(read_parquet(&path, &Request::default()).is_err());
            }
        }
        assert!(refused > 500, "{refused}");
    }

    #[test]
    fn corrupted_trials_file_never_panics_the_reader_or_exhausts_memory() {
        let folder = tempfile::tempdir().unwrap();
        let whole = file(folder.path());
        let path = folder.path().join("b.parquet");
        let (mut damaged, mut refused) = (0, 0);
        for place in 0..whole.len() {
            for value in [0x00, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[place] = value;
                std::fs::write(&path, bytes).unwrap();
                if let Err(fault) = read_parquet(&path, &Request::default()) {
                    refused += 1;
                    damaged += usize::from(fault.to_string().contains("damaged"));
                }
                assert!(TrialReader::open(&path, &BTreeSet::new()).is_err());
            }
        }
        assert!(refused > whole.len() && damaged > 20, "{refused} {damaged}");
    }
}
