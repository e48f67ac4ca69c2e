//! Writes trials to parquet in row groups of fixed size while the run goes on.

use super::block_rows::BlockRows;
use super::encoder::KnownPages;
use super::files;
use super::groups::Groups;
use super::layout::Layout;
use super::{Manifest, ROWS_PER_GROUP, StoreError, TrialReader};
use crate::partial::Partial;
use claims::spec::Spec;
use claims::trial::{AnyColumn, Block, Measure};
use polars::error::PolarsError;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A block of trials, with the parameters of its cell.
pub(super) type OfCell = (Arc<Map<String, Value>>, Arc<Block>);

/// Writes trials to a parquet file as a run finishes them. The file gets its final name only when it is finished and published.
pub struct TrialWriter {
    partial: Partial,
    told: FirstFaultFile,
    groups: Groups<FirstFaultFile>,
    pending: VecDeque<OfCell>,
    /// Number of pending trials that are not yet written; and (next field) of trials at the front of the first pending block that are.
    waiting: usize,
    written: usize,
}

/// A finished file of trials that does not have its final name yet.
pub struct Written {
    partial: Partial,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Written {
    /// Renames the file to the path for which it was created.
    pub(super) fn publish(self) -> Result<(), StoreError> {
        let path = self.partial.wanted().to_owned();
        self.publish_as(&path)
    }

    /// Adds to the manifest of the file the digest that the file would have with its judged trials only.
    ///
    /// # Errors
    /// The file cannot be read back, or the other file cannot be written.
    pub fn judged_apart(&self, spec: &Spec, manifest: Manifest) -> Result<Manifest, StoreError> {
        let path = self.partial.path();
        let mut reader = TrialReader::open(path, &AnyColumn::all().collect())?;
        let parameters = spec.cells.iter().map(|cell| &cell.parameters);
        let beside = path.with_extension("judged");
        let mut writer = TrialWriter::create(&beside, &spec.measures, parameters)?;
        for (cell, judged) in spec.cells.iter().zip(&manifest.replicates) {
            let (design, own) = (spec.design(cell), Arc::new(cell.parameters.clone()));
            while let Some(block) = reader.block(&design)? {
                let places = block
                    .replicates
                    .iter()
                    .take_while(|&replicate| replicate < judged);
                let places: Vec<usize> = (0..places.count()).collect();
                writer.push(Arc::new(block.selected(&places)), &own)?;
            }
        }
        Ok(Manifest {
            judged_sha256: Some(writer.finish()?.sha256),
            ..manifest
        })
    }

    /// Renames the file to `path`, which may differ from the one for which it was created.
    pub(super) fn publish_as(self, path: &Path) -> Result<(), StoreError> {
        let published = self.partial.publish_synced(path);
        published.map_err(|error| StoreError::io("write", path, error))
    }
}

/// System error of the first failed write to a file; polars reports it only as one text among others.
type WriteFault = Arc<OnceLock<io::Error>>;

/// A file that buffers its writes and remembers the error of the first one that failed.
#[derive(Clone)]
struct FirstFaultFile {
    file: Arc<Mutex<BufWriter<File>>>,
    error: WriteFault,
}

/// Number of bytes that are buffered before they are written to the disk.
const PIECE: usize = 1 << 18;

impl FirstFaultFile {
    fn new(file: File, piece: usize) -> Self {
        Self {
            file: Arc::new(Mutex::new(BufWriter::with_capacity(piece, file))),
            error: WriteFault::default(),
        }
    }

    fn file(&self) -> MutexGuard<'_, BufWriter<File>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember_error<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let (kind, words) = (error.kind(), error.to_string());
            self.error.get_or_init(|| error);
            io::Error::new(kind, words)
        })
    }
}

impl Write for FirstFaultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file().write(bytes);
        self.remember_error(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file().flush();
        self.remember_error(flushed)
    }
}

/// Converts an error of writing the file: a failed write is reported in the system's words, any other error in those of polars.
fn refused(path: &Path, fault: &WriteFault, error: &PolarsError) -> StoreError {
    match fault.get() {
        Some(told) => {
            let told = io::Error::new(told.kind(), told.to_string());
            StoreError::io("write", path, told)
        }
        None => StoreError::damaged(path, error),
    }
}

impl Drop for FirstFaultFile {
    fn drop(&mut self) {
        // Writes the remaining bytes; an error is remembered like any other.
        let _kept = self.flush();
    }
}

impl TrialWriter {
    /// Creates a file for trials with these measurements, in cells with these parameters.
    pub fn create<'a>(
        path: &Path,
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Result<Self, StoreError> {
        Self::create_knowing(path, measures, cells, KnownPages::default())
    }

    /// Like [`Self::create`], but reuses encoded pages of earlier files with the same columns.
    pub(super) fn create_knowing<'a>(
        path: &Path,
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
        known: KnownPages,
    ) -> Result<Self, StoreError> {
        let layout = Layout::new(measures, cells);
        let partial = Partial::of(path);
        let file = File::create(partial.path())
            .map_err(|error| StoreError::io("create", partial.path(), error))?;
        let told = FirstFaultFile::new(file, PIECE);
        let groups = Groups::new(layout, told.clone(), known)
            .map_err(|error| refused(partial.path(), &told.error, &error))?;
        Ok(Self {
            partial,
            told,
            groups,
            pending: VecDeque::new(),
            waiting: 0,
            written: 0,
        })
    }

    /// Appends the next trials of a cell, which has these parameters.
    pub fn push(
        &mut self,
        block: Arc<Block>,
        cell: &Arc<Map<String, Value>>,
    ) -> Result<(), StoreError> {
        self.waiting += block.len() * block.batches.len();
        self.pending.push_back((cell.clone(), block));
        while self.waiting >= ROWS_PER_GROUP {
            self.flush(ROWS_PER_GROUP)?;
        }
        Ok(())
    }

    /// Writes the first `size` pending trials as a row group, and drops the blocks that are written completely.
    fn flush(&mut self, size: usize) -> Result<(), StoreError> {
        let parts = self.cut(size);
        self.waiting -= size;
        let added = self.groups.add(&parts);
        added.map_err(|error| refused(self.partial.path(), &self.told.error, &error))
    }

    /// Takes the first `size` pending trials. Row groups end when they are full, so a block may be in two of them.
    fn cut(&mut self, size: usize) -> Vec<BlockRows> {
        let (mut parts, mut left) = (Vec::new(), size);
        while let Some((cell, block)) = self.pending.front().filter(|_| left > 0) {
            let all = block.len() * block.batches.len();
            let rows = self.written..all.min(self.written + left);
            left -= rows.len();
            let (cell, block) = (cell.clone(), block.clone());
            self.written = rows.end;
            if rows.end == all {
                self.pending.pop_front();
                self.written = 0;
            }
            if !rows.is_empty() {
                parts.push(BlockRows { cell, block, rows });
            }
        }
        parts
    }

    /// Writes the trials that are still pending. The file is then complete, and waits for its final name.
    pub fn finish(mut self) -> Result<Written, StoreError> {
        if self.waiting > 0 {
            self.flush(self.waiting)?;
        }
        let finished = self.groups.finish();
        finished.map_err(|error| refused(self.partial.path(), &self.told.error, &error))?;
        // An error of the last bytes is remembered like any other.
        let _kept = self.told.flush();
        if let Some(told) = self.told.error.get() {
            let told = io::Error::new(told.kind(), told.to_string());
            return Err(StoreError::io("write", self.partial.path(), told));
        }
        let sha256 = files::digest(self.partial.path())?;
        let partial = self.partial;
        Ok(Written { partial, sha256 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_reported_as_full_not_as_a_damaged_file() {
        let file = File::options().write(true).open("/dev/full").unwrap();
        let mut told = FirstFaultFile::new(file, 4);
        told.write_all(b"more than there is room for").unwrap_err();
        // The error that polars makes of it does not matter.
        let error = PolarsError::ComputeError("underlying IO error".into());
        let said = refused(Path::new("trials.parquet"), &told.error, &error);
        let said = said.problem().to_string();
        assert!(said.contains("cannot write trials.parquet"), "{said}");
        assert!(
            said.contains("the disk is full: free some space") && !said.contains("damaged"),
            "{said}"
        );
        let said = refused(Path::new("trials.parquet"), &WriteFault::default(), &error).to_string();
        assert!(said.contains("is damaged"), "{said}");
    }
}
