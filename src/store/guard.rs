//! Looks at a parquet file before it is decoded, so that lengths in it which cannot be true take no memory and no time.

use super::StoreError;
use polars::prelude::FileMetadata;
use std::cell::Cell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The most values of a page, and of a column in a row group: programs that write parquet begin another one long before.
const MOST_VALUES: [u64; 2] = [1 << 24, 1 << 27];

/// The most bytes of a page once it is unpacked.
const MOST_BYTES: u64 = 1 << 28;

/// The most bytes of the header of a page: it may hold the smallest and the largest value.
const LONGEST_HEADER: u64 = 1 << 20;

/// What a function of the decoder returns, or the damage that made it give up: it may panic on a file that is damaged on purpose.
pub(super) fn decoded<T>(
    path: &Path,
    decode: impl FnOnce() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    caught(decode).unwrap_or_else(|| Err(StoreError::damaged(path, "its decoder gave up")))
}

thread_local! {
    static DECODES: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread decodes a file of others, so that a panic is a word about the file and not about the program.
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

/// Checks rows, values and sizes of all pages against each other and against the file.
///
/// # Errors
/// What cannot be true, in words.
pub(super) fn check(file: &mut File, metadata: &FileMetadata) -> Result<(), String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let rows = metadata
        .row_groups
        .iter()
        .map(|group| group.num_rows() as u64);
    let rows = rows.fold(0_u64, u64::saturating_add);
    require(
        rows == metadata.num_rows as u64,
        "its row groups have another number of rows than the file",
    )?;
    for group in &metadata.row_groups {
        for column in group.parquet_columns() {
            let values = u64::try_from(column.num_values()).unwrap_or(u64::MAX);
            require(
                values <= MOST_VALUES[1],
                "a row group has more than 134217728 values in a column",
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

fn check_pages(file: &mut File, range: Range<u64>, values: u64) -> Result<(), String> {
    let (mut at, mut seen) = (range.start, 0);
    while at < range.end {
        let (header, size) = header(file, at, range.end)?;
        let body = at + size;
        let end = header.packed.and_then(|packed| body.checked_add(packed));
        let end = end.filter(|&end| end <= range.end);
        at = end.ok_or("a page is longer than its column")?;
        let fits = header.unpacked.is_some_and(|bytes| bytes <= MOST_BYTES);
        require(fits, "a page has more than 268435456 bytes")?;
        let count = header.values.unwrap_or(0);
        require(
            count <= MOST_VALUES[0].min(values.max(1)),
            "a page has too many values",
        )?;
        seen += if header.is_data { count } else { 0 };
    }
    require(
        seen == values,
        "its pages have another number of values than their column",
    )
}

/// What a page says of itself; numbers that are missing or negative are none.
#[derive(Default)]
struct Header {
    unpacked: Option<u64>,
    packed: Option<u64>,
    values: Option<u64>,
    is_data: bool,
}

/// The header at a place of a file, and its length.
fn header(file: &mut File, at: u64, end: u64) -> Result<(Header, u64), String> {
    // Hardly any header is longer than the first of these.
    for most in [256, LONGEST_HEADER] {
        let length = most.min(end - at);
        let mut bytes = vec![0; length as usize];
        let read = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| error.to_string())?;
        let mut compact = Compact {
            bytes: &bytes,
            at: 0,
        };
        if let Some(header) = compact.page() {
            return Ok((header, compact.at as u64));
        }
    }
    Err("the header of a page cannot be read".into())
}

/// Thrift's compact protocol, as far as headers of pages need it; `None` where the bytes end or make no sense.
struct Compact<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Structures in structures.
const DEEPEST: usize = 8;

impl Compact<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for place in 0..10 {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// A signed number, if it is not negative.
    fn count(&mut self) -> Option<Option<u64>> {
        let value = self.varint()?;
        Some((value & 1 == 0).then_some(value >> 1))
    }

    /// The next field's type and number; type 0 at the end of a structure.
    fn field(&mut self, last: u64) -> Option<(u8, u64)> {
        let byte = self.byte()?;
        let kind = byte & 15;
        let number = match byte >> 4 {
            0 if kind == 0 => 0,
            0 => self.varint()? >> 1,
            step => last.checked_add(step.into())?,
        };
        Some((kind, number))
    }

    fn page(&mut self) -> Option<Header> {
        let (mut header, mut number) = (Header::default(), 0);
        loop {
            let kind;
            (kind, number) = self.field(number)?;
            match (kind, number) {
                (0, _) => return Some(header),
                (4..=6, 2) => header.unpacked = self.count()?,
                (4..=6, 3) => header.packed = self.count()?,
                (12, 5 | 7 | 8) => {
                    header.values = self.values()?;
                    header.is_data = number != 7;
                }
                _ => self.skip(kind, 0)?,
            }
        }
    }

    /// The first field of the header that a kind of page has beside the common one.
    fn values(&mut self) -> Option<Option<u64>> {
        let (mut found, mut number) = (None, 0);
        loop {
            let kind;
            (kind, number) = self.field(number)?;
            match (kind, number) {
                (0, _) => return Some(found),
                (4..=6, 1) => found = self.count()?,
                _ => self.skip(kind, 1)?,
            }
        }
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        match kind {
            1 | 2 => {}
            3 => drop(self.byte()?),
            4..=6 => drop(self.varint()?),
            7 => self.at = self.at.checked_add(8)?,
            8 => {
                let length = usize::try_from(self.varint()?).ok()?;
                self.at = self.at.checked_add(length)?;
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => self.varint()?,
                    few => few.into(),
                };
                // Truth values have a byte each in a list.
                let kind = if head & 15 <= 2 { 3 } else { head & 15 };
                (0..count).try_for_each(|_| self.skip(kind, depth + 1))?;
            }
            12 if depth < DEEPEST => {
                let mut number = 0;
                loop {
                    let kind;
                    (kind, number) = self.field(number)?;
                    if kind == 0 {
                        break;
                    }
                    self.skip(kind, depth + 1)?;
                }
            }
            _ => return None,
        }
        (self.at <= self.bytes.len()).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{TrialReader, read_parquet};
    use perceptron::intake::Request;
    use polars::prelude::{DataFrame, NamedFrom, ParquetWriter, Series};
    use std::collections::BTreeSet;

    /// A small parquet file of numbers, one of them missing, and words.
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

    /// A small file of every type that is read, as pyarrow writes it.
    const TYPES: &[u8] = include_bytes!("../../tests/parquet/types.parquet");

    #[test]
    fn no_byte_of_a_file_of_others_can_make_its_reader_panic() {
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
    fn no_byte_of_a_parquet_file_can_make_its_reader_panic_or_take_memory_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let whole = file(folder.path());
        let path = folder.path().join("b.parquet");
        let (mut pages, mut refused) = (0, 0);
        for place in 0..whole.len() {
            for value in [0x00, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[place] = value;
                std::fs::write(&path, bytes).unwrap();
                if let Err(fault) = read_parquet(&path, &Request::default()) {
                    refused += 1;
                    pages += usize::from(fault.to_string().contains("page"));
                }
                assert!(TrialReader::open(&path, &BTreeSet::new()).is_err());
            }
        }
        assert!(refused > whole.len() && pages > 20, "{refused} {pages}");
    }

    #[test]
    fn a_header_is_read_and_one_that_ends_or_nests_without_end_is_not() {
        // Type 0, 40 bytes unpacked, 30 packed, and a header of a data page with 4 values, plain.
        let bytes = [
            0x15, 0x00, 0x15, 80, 0x15, 60, 0x2c, 0x15, 8, 0x15, 0x00, 0x00, 0x00,
        ];
        let page = |bytes: &[u8]| Compact { bytes, at: 0 }.page();
        let header = page(&bytes).unwrap();
        assert_eq!(
            (header.unpacked, header.packed, header.values),
            (Some(40), Some(30), Some(4))
        );
        assert!(header.is_data);
        (0..bytes.len()).for_each(|end| assert!(page(&bytes[..end]).is_none(), "{end}"));
        assert!(page(&[0x1c; 4000]).is_none());
        // Minus one is no size.
        assert_eq!(page(&[0x25, 1, 0x00]).unwrap().unpacked, None);
        // A list of 2^60 truth values is longer than anything.
        let list = [
            0x19, 0xf2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f,
        ];
        assert!(page(&list).is_none());
    }
}
