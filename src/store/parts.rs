//! Parts of a run that goes on: trials that are finished, in files of their own, so that a run that is killed goes on where it was.

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

/// Trials are stored this long after they are finished, at the latest.
const LONGEST: Duration = Duration::from_secs(60);

/// And not sooner than this after those before.
const SHORTEST: Duration = Duration::from_secs(1);

/// Parts of the time of a run that may pass between two parts.
const FRACTION: u32 = 20;

/// Trials that wait for their part at the most.
const MOST_ROWS: usize = 4 * ROWS_PER_GROUP;

/// Digits of a digest in a name.
const DIGITS: usize = 16;

/// The parts of a run, as they are written.
pub struct StoredParts<'a> {
    spec: &'a Spec,
    manifest: Manifest,
    beside: PathBuf,
    folder: PathBuf,
    waiting: Vec<OfCell>,
    rows: usize,
    /// What the parts before had in common.
    known: KnownPages,
    count: u64,
    began: Instant,
    last: Instant,
}

impl<'a> StoredParts<'a> {
    /// Of a run of a spec, into a results folder; nothing is written yet. Data files are named relative to the folder `beside`.
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

    /// Takes trials that are finished, and stores those that wait when it is time.
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
            // What is finished within the first second costs less to run again than to store twice.
            true if self.began.elapsed() >= SHORTEST => self.store(),
            true | false => Ok(()),
        }
    }

    /// Stores what waits.
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

    /// The folder with its manifest, which says what the parts belong to, and the data that the spec reads.
    fn begin(&mut self) -> Result<(), StoreError> {
        if self.count > 0 {
            return Ok(());
        }
        let failed = |error| StoreError::io("create", &self.folder, error);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        Folder::at(&self.folder).keep_data(self.spec, &self.beside)?;
        // Anew each time: the one of the run before may be damaged, and its parts belong to the same trials.
        let manifest = self.manifest.clone().sealed_alone();
        manifest.write(&self.folder.join("manifest.toml"))?;
        // Parts of the run before have other names, whatever became of it.
        self.count = 1 + last_number(&self.folder)?;
        Ok(())
    }
}

/// The number of the last part in a folder.
fn last_number(folder: &Path) -> Result<u64, StoreError> {
    let names = files::listed(folder)?.into_iter();
    let numbers = names.filter_map(|path| number_of(&path));
    Ok(numbers.max().unwrap_or(0))
}

fn number_of(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.split_once('-')?.0.parse().ok()
}

/// The parts that runs left in a results folder, and what is wrong with those that cannot be used. They stay until the run has
/// ended: whoever looks has not the folder for himself.
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

/// A part, if the path is one's; an error where it is not what was written.
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
    Some(read().map_err(|_| "it is torn or was changed".to_owned()))
}
