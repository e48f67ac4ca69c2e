//! Encodes row groups on the thread pool, and writes them one after the other.

use super::block_rows::BlockRows;
use super::encoder::{Encoder, KnownPages};
use super::layout::Layout;
use perceptron::threads::Threads;
use polars::error::{PolarsError, PolarsResult};
use polars::prelude::{CompatLevel, SchemaExt};
use polars_parquet::write::FileWriter;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Writes a file of trials row group by row group, encoding the columns on the thread pool.
pub(super) struct Groups<W: Write> {
    layout: Layout,
    encoder: Encoder,
    file: FileWriter<W>,
    /// Whether an error occurred; nothing more is written to the file after it.
    has_failed: bool,
}

impl<W: Write> Groups<W> {
    /// Creates a file with the columns of `layout`, which is written to `bytes`; `known` holds pages of earlier files that may be reused.
    pub(super) fn new(layout: Layout, bytes: W, known: KnownPages) -> PolarsResult<Self> {
        let schema = layout.schema().to_arrow(CompatLevel::newest());
        Ok(Self {
            layout,
            encoder: Encoder::new(&schema, known)?,
            file: Encoder::file(bytes, schema)?,
            has_failed: false,
        })
    }

    /// Encodes rows as one row group, its columns in parallel on the thread pool, and writes it to the file.
    ///
    /// # Errors
    /// This row group, or one before it, could not be encoded or written.
    pub(super) fn add(&mut self, parts: &[BlockRows]) -> PolarsResult<()> {
        self.is_whole()?;
        let written = caught(|| {
            let frame = self.layout.frame(parts)?;
            let encoded = self.encoder.encoded(&frame, Threads::Pool)?;
            encoded.write(&mut self.file)
        });
        self.has_failed = written.is_err();
        written
    }

    /// Ends the file, after its last row group.
    ///
    /// # Errors
    /// A row group is missing, or bytes could not be written.
    pub(super) fn finish(&mut self) -> PolarsResult<()> {
        self.is_whole()?;
        self.file.end(None).map(drop)
    }

    fn is_whole(&self) -> PolarsResult<()> {
        match self.has_failed {
            true => Err(PolarsError::ComputeError(
                "an earlier row group is not in the file".into(),
            )),
            false => Ok(()),
        }
    }
}

/// Calls `work`, and turns a panic in it into an error.
fn caught<T>(work: impl FnOnce() -> PolarsResult<T>) -> PolarsResult<T> {
    let gave_up = |_| Err(PolarsError::ComputeError("the encoder failed".into()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(gave_up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::spec::Spec;
    use std::io;
    use std::sync::Arc;
    use testing::{CYCLIC, SpecText};

    /// A writer that fails after this number of bytes.
    struct Narrow(usize);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The row groups of a file, and a function that gives some trials as one row group.
    fn groups<W: Write>(bytes: W) -> (Groups<W>, impl Fn() -> Vec<BlockRows>) {
        let spec = SpecText::new("basis\ndimension = 3")
            .replicates(9)
            .variant("a", CYCLIC)
            .read(Spec::from_text);
        let cells = spec.cells.iter().map(|cell| &cell.parameters);
        let groups = Groups::new(
            Layout::new(&spec.measures, cells),
            bytes,
            KnownPages::default(),
        );
        let block = Arc::new(spec.design(&spec.cells[0]).block(0..9));
        let cell = Arc::new(spec.cells[0].parameters.clone());
        let part = move || BlockRows {
            cell: cell.clone(),
            block: block.clone(),
            rows: 0..9,
        };
        (groups.unwrap(), move || vec![part()])
    }

    #[test]
    fn failed_row_group_makes_later_writes_and_finish_fail() {
        let (mut groups, rows) = groups(Narrow(100));
        assert!(groups.add(&rows()).is_err());
        for told in [groups.add(&rows()), groups.finish()] {
            let told = told.unwrap_err().to_string();
            let before = "an earlier row group is not in the file";
            assert!(told.contains(before), "{told}");
        }
    }
}
