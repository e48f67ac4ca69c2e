//! Stores finished trials during a run, in files of their own called parts, so that a killed run continues where it was.

use super::encoder::KnownPages;
use super::files;
use super::manifest::Manifest;
use super::writer::OfCell;
use super::{Folder, ROWS_PER_GROUP, StoreError, TrialReader, TrialSource, TrialWriter};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Block};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest pause during a run between two files of finished trials (parts).
const LONGEST: Duration = Duration::from_secs(60);

/// Shortest pause during a run between two files of finished trials (parts).
const SHORTEST: Duration = Duration::from_secs(1);

/// The pause between two parts is the time of the run so far, divided by this number.
const FRACTION: u32 = 20;

/// Number of waiting trials that forces the next part to be written.
const MOST_ROWS: usize = 4 * ROWS_PER_GROUP;

/// Number of hexadecimal digits of the trials' digest in the file name of a part.
const DIGITS: usize = 16;

/// Stores the finished trials of a run in files of their own, called parts, so that a killed run can be continued.
pub struct StoredParts<'a> {
    spec: &'a Spec,
    manifest: Manifest,
    beside: PathBuf,
    folder: PathBuf,
    waiting: Vec<OfCell>,
    rows: usize,
    /// Encoded pages of earlier parts that may be reused for constant columns.
    known: KnownPages,
    count: u64,
    began: Instant,
    last: Instant,
}

impl<'a> StoredParts<'a> {
    /// Prepares the parts of a spec's run in a results folder; nothing is written yet. The spec names its data files relative to the folder `beside`.
    pub fn new(spec: &'a Spec, manifest: Manifest, folder: &Folder, beside: &Path) -> Self {
        let now = Instant::now();
        Self {
            spec,
            folder: folder.parts_of(&manifest.trials_hash),
            manifest,
            beside: beside.to_owned(),
            waiting: Vec::new(),
            rows: 0,
            known: KnownPages::default(),
            count: 0,
            began: now,
            last: now,
        }
    }

    /// Adds finished trials of a cell with these parameters, and writes a part if the last one is long ago.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn push(
        &mut self,
        block: &Arc<Block>,
        cell: &Arc<Map<String, Value>>,
    ) -> Result<(), StoreError> {
        self.rows += block.len() * block.batches.len();
        self.waiting.push((cell.clone(), block.clone()));
        let pause = (self.began.elapsed() / FRACTION).clamp(SHORTEST, LONGEST);
        match self.last.elapsed() >= pause || self.rows >= MOST_ROWS {
            // Trials finished within the first second cost less to run again than to store twice.
            true if self.began.elapsed() >= SHORTEST => self.store(),
            true | false => Ok(()),
        }
    }

    /// Writes all waiting trials as a part.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn store(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let parameters = self.spec.cells.iter().map(|cell| &cell.parameters);
        let path = self.folder.join("part.parquet");
        let (measures, known) = (&self.spec.measures, self.known.clone());
        let mut writer = TrialWriter::create_knowing(&path, measures, parameters, known)?;
        for (cell, block) in self.waiting.drain(..) {
            writer.push(block, &cell)?;
        }
        self.rows = 0;
        let written = writer.finish()?;
        let name = format!("{:06}-{}.parquet", self.count, &written.sha256[..DIGITS]);
        self.count += 1;
        written.publish_as(&self.folder.join(name))?;
        self.last = Instant::now();
        Ok(())
    }

    /// Creates the folder of the parts, with a manifest that says to which spec they belong, and copies of the data files that the spec reads.
    fn begin(&mut self) -> Result<(), StoreError> {
        if self.count > 0 {
            return Ok(());
        }
        let failed = |error| StoreError::io("create", &self.folder, error);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        Folder::at(&self.folder).keep_data(self.spec, &self.beside)?;
        // Written anew each time: the manifest of an earlier run may be damaged, and its parts belong to the same trials.
        let manifest = self.manifest.clone().sealed_alone();
        manifest.write(&self.folder.join("manifest.toml"))?;
        // Parts of an earlier run have other names, whatever became of that run.
        self.count = 1 + last_number(&self.folder)?;
        Ok(())
    }
}

/// The largest number of a part in a folder, 0 if it has none.
fn last_number(folder: &Path) -> Result<u64, StoreError> {
    let names = files::listed(folder)?.into_iter();
    let numbers = names.filter_map(|path| number_of(&path));
    Ok(numbers.max().unwrap_or(0))
}

fn number_of(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.split_once('-')?.0.parse().ok()
}

/// Returns the parts that runs left in a results folder, and the problems of those that cannot be used. Parts are removed only after the run has
/// ended, because the caller of this function may not hold the folder's lock.
///
/// # Errors
/// The disk refuses.
pub(super) fn left_in(
    folder: &Folder,
    quick: bool,
) -> Result<(Vec<TrialSource>, Vec<String>), StoreError> {
    let (mut sources, mut torn) = (Vec::new(), Vec::new());
    for own in files::listed(&folder.parts())? {
        match Folder::at(&own).spec() {
            Ok((manifest, spec)) if manifest.quick == quick => {
                let spec = Arc::new(spec);
                for path in files::listed(&own)? {
                    match part(&spec, &path) {
                        Some(Ok(source)) => sources.push(source),
                        Some(Err(problem)) => {
                            torn.push(format!("{}: {problem}", path.display()));
                        }
                        None => {}
                    }
                }
            }
            Ok(_) => {}
            Err(error) => {
                torn.push(format!("{}: {error}", own.display()));
            }
        }
    }
    Ok((sources, torn))
}

/// Opens a part of a spec's run; `None` if the path is not that of a part, an error if the file is not what was written.
fn part(spec: &Arc<Spec>, path: &Path) -> Option<Result<TrialSource, String>> {
    let digits = path.file_stem()?.to_str()?.split_once('-')?.1;
    if path.extension()? != "parquet" {
        return None;
    }
    let read = || -> Result<TrialSource, StoreError> {
        if files::digest(path)?.get(..DIGITS) != Some(digits) {
            return Err(StoreError::damaged(
                path,
                "its digest is not the one in its name",
            ));
        }
        let reader = TrialReader::open(path, &AnyColumn::all().collect())?;
        TrialSource::new(spec.clone(), reader)
    };
    Some(read().map_err(|_| "it is incomplete or was changed".to_owned()))
}
