//! Knows the columns of a row group again that are, byte for byte, those of the row group before, so that one value of many trials is decoded once.

use super::columns;
use claims::trial::{AnyColumn, Held};
use polars::prelude::FileMetadata;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// The most bytes of a column in a row group that are compared: one value throughout takes some hundred.
const FEW: u64 = 4096;

/// What the columns of a file were in the row group before.
pub(super) struct Repeats {
    file: File,
    metadata: Arc<FileMetadata>,
    known: Vec<Option<Known>>,
}

/// One value of all trials of a row group, and the bytes that say so.
struct Known {
    bytes: Vec<u8>,
    held: Held,
}

/// The bytes of each column in a row group, where they are few.
pub(super) type Bytes = Vec<Option<Vec<u8>>>;

impl Repeats {
    /// Of a file of which so many columns are read, before the first row group.
    pub(super) fn new(file: File, metadata: Arc<FileMetadata>, columns: usize) -> Self {
        let known = (0..columns).map(|_| None).collect();
        Self {
            file,
            metadata,
            known,
        }
    }

    /// The bytes of these columns in the row group that begins with a row and has this many; none where there is no such row group.
    pub(super) fn bytes(&self, columns: &[AnyColumn], first: usize, rows: usize) -> Bytes {
        let mut start = 0;
        let place = self.metadata.row_groups.iter().position(|group| {
            let found = start == first && group.num_rows() == rows;
            start += group.num_rows();
            found
        });
        let of = |column: &AnyColumn| self.of_column(place?, *column);
        columns.iter().map(of).collect()
    }

    fn of_column(&self, group: usize, column: AnyColumn) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for (name, _) in columns::fields(column) {
            let mut chunks = self.metadata.row_groups[group].columns_under_root_iter(&name)?;
            let chunk = chunks.next()?;
            bytes.push(chunk.compression() as u8);
            let range = chunk.byte_range();
            let length = range
                .end
                .checked_sub(range.start)
                .filter(|&all| all <= FEW)?;
            let start = bytes.len();
            bytes.resize(start + length as usize, 0);
            let read = self.file.read_exact_at(&mut bytes[start..], range.start);
            read.ok()?;
        }
        Some(bytes)
    }

    /// The values of the column at a place, where its bytes are those of the row group before.
    pub(super) fn again(&self, place: usize, bytes: &Bytes) -> Option<Held> {
        let known = self.known[place].as_ref()?;
        let same = bytes[place].as_ref() == Some(&known.bytes);
        same.then(|| known.held.clone())
    }

    /// Keeps what was decoded for the next row group.
    pub(super) fn keep(&mut self, values: &[Held], bytes: Bytes) {
        for ((known, held), bytes) in self.known.iter_mut().zip(values).zip(bytes) {
            let one = bytes.filter(|_| matches!(held, Held::All(..)));
            *known = one.map(|bytes| Known {
                bytes,
                held: held.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::TrialWriter;
    use claims::spec::Spec;
    use claims::trial::{Values, columns};
    use polars::prelude::{ParquetReader, SerReader};
    use std::path::Path;

    /// Repeats of one column of a file with a row group of three trials.
    fn repeats(folder: &Path) -> Repeats {
        let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 3\n[generator.basis]\ndimension = 2\n\
                    [variants.v]\nrule = { perceptron = {} }\norder = \"cyclic\"\n";
        let spec = Spec::from_text("t", Path::new("t.toml"), text);
        let spec = spec.unwrap_or_else(|error| panic!("{error}"));
        let (path, cell) = (folder.join("trials.parquet"), &spec.cells[0]);
        let mut writer =
            TrialWriter::create(&path, &spec.measures, [&cell.parameters].into_iter()).unwrap();
        let block = Arc::new(spec.design(cell).block(0..3));
        writer
            .push(block, &Arc::new(cell.parameters.clone()))
            .unwrap();
        writer.finish().unwrap().publish().unwrap();
        let mut reader = ParquetReader::new(File::open(&path).unwrap());
        let metadata = reader.get_metadata().unwrap().clone();
        Repeats::new(File::open(&path).unwrap(), metadata, 1)
    }

    #[test]
    fn one_value_is_known_by_its_bytes_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let (mut repeats, column) = (repeats(folder.path()), [columns::UPDATES.any()]);
        let bytes = repeats.bytes(&column, 0, 3);
        assert!(bytes[0].is_some() && repeats.again(0, &bytes).is_none());
        let another = vec![bytes[0].as_ref().map(|bytes| bytes[1..].to_vec())];
        let values = Values::Count(vec![Some(7)]);
        repeats.keep(&[Held::All(values.clone(), 3)], bytes.clone());
        let again = repeats.again(0, &bytes);
        assert!(again.is_some_and(|held| held.len() == 3 && *held.values() == values));
        assert!(repeats.again(0, &another).is_none());
        // Values of single trials, and columns of many bytes or of no such row group, are decoded.
        repeats.keep(&[Held::Each(values.clone())], bytes.clone());
        assert!(repeats.again(0, &bytes).is_none());
        repeats.keep(&[Held::All(values, 3)], vec![None]);
        assert!(repeats.again(0, &vec![None]).is_none());
        assert_eq!(repeats.bytes(&column, 1, 3), [None]);
        assert_eq!(repeats.bytes(&column, 0, 2), [None]);
    }
}
