//! Keeps results folders: trials as parquet, the manifest they belong to, and the verdicts reached on them.

mod columns;
mod manifest;
mod names;
mod reader;
mod samples;
mod table;
#[cfg(test)]
mod tests;
mod verdicts;
mod writer;

pub use manifest::{Manifest, ROWS_PER_GROUP};
pub use reader::TrialReader;
pub use samples::{SampleFormat, endless_decimals, write_sample};
pub use table::{read_parquet, read_table};
pub use verdicts::{read_verdicts, write_verdicts};
pub use writer::TrialWriter;

use claims::spec::{DataFiles, RESULTS_VERSION, Spec};
use claims::trial::AnyColumn;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// What can go wrong with a results folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("error: cannot {action} {}: {source}\n  = help: {help}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// What to do next.
        help: &'static str,
    },
    /// A file is not what this program writes.
    #[error("error: {} is damaged or was written by another version: {reason}\n  = help: run the experiment again with --fresh", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// The folder holds the trials of another spec.
    #[error(
        "error: {} holds the trials of another spec (trials {found}, this spec {wanted})\n  = help: give --results another folder, or --fresh to replace what is there", path.display()
    )]
    OtherSpec {
        /// The folder.
        path: PathBuf,
        /// The trials hash found.
        found: String,
        /// The trials hash of the spec at hand.
        wanted: String,
    },
    /// The folder was written by a program whose trials mean something else.
    #[error("error: {} holds results of version {found}, and this program reads and writes version {wanted}\n  = help: run the experiment again with --fresh, or give --results another folder", path.display())]
    OtherVersion {
        /// The folder.
        path: PathBuf,
        /// The version found.
        found: u32,
        /// The version of this program.
        wanted: u32,
    },
    /// There is nothing to read.
    #[error("error: {} has no {what}\n  = help: run the experiment first: perceptron-lab run SPEC", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether the command or its paths are at fault, rather than an incomplete run.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::OtherSpec { .. } | Self::OtherVersion { .. })
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        let help = "check that the folder exists and can be written, or give --results another one";
        Self::Io {
            action,
            path: path.to_owned(),
            source,
            help,
        }
    }

    pub(crate) fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// The results folder of one experiment.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of an experiment below a results folder.
    pub fn of(results: &Path, experiment: &str) -> Self {
        Self {
            path: results.join(experiment),
        }
    }

    /// A folder by its own path.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of its trials.
    pub fn trials(&self) -> PathBuf {
        self.path.join("trials.parquet")
    }

    /// Its manifest, if it has one.
    pub fn manifest(&self) -> Result<Option<Manifest>, StoreError> {
        Manifest::read(&self.path.join("manifest.toml"))
    }

    fn check_version(&self, manifest: &Manifest) -> Result<(), StoreError> {
        let (found, wanted) = (manifest.results_version, RESULTS_VERSION);
        if found == wanted {
            return Ok(());
        }
        Err(StoreError::OtherVersion {
            path: self.path.clone(),
            found,
            wanted,
        })
    }

    /// The manifest and the spec in it; an error if the folder holds no results.
    pub fn spec(&self) -> Result<(Manifest, Spec), StoreError> {
        let missing = StoreError::Missing {
            path: self.path.clone(),
            what: "manifest.toml",
        };
        let manifest = self.manifest()?.ok_or(missing)?;
        self.check_version(&manifest)?;
        let path = self.path.join("manifest.toml");
        let files = DataFiles {
            parquet: Some(read_parquet),
            below: None,
        };
        let spec = Spec::from_text_with(&manifest.experiment, &path, &manifest.spec, files)
            .map_err(|error| StoreError::damaged(&path, error))?;
        let spec = if manifest.quick { spec.quick() } else { spec };
        Ok((manifest, spec))
    }

    /// Copies the data files of a spec, which are named relative to the folder `beside`, next to the manifest.
    pub fn keep_data(&self, spec: &Spec, beside: &Path) -> Result<(), StoreError> {
        for file in spec.data_files() {
            let source = beside.join(&file);
            let copy = self.path.join(source.file_name().unwrap_or_default());
            std::fs::copy(&source, &copy)
                .map_err(|error| StoreError::io("copy", &source, error))?;
        }
        Ok(())
    }

    /// A reader of some columns of its trials; an error if there are none.
    pub fn reader(&self, columns: &BTreeSet<AnyColumn>) -> Result<TrialReader, StoreError> {
        if !self.trials().exists() {
            let what = "trials.parquet (large ones are not committed)";
            return Err(StoreError::Missing {
                path: self.path.clone(),
                what,
            });
        }
        TrialReader::open(&self.trials(), columns)
    }

    /// Makes the folder for a spec; refuses one that holds another spec's trials, unless it is to be replaced.
    pub fn claim_for(&self, spec: &Spec, fresh: bool) -> Result<Option<Manifest>, StoreError> {
        let found = self.manifest()?;
        if let Some(manifest) = found.as_ref().filter(|_| !fresh) {
            self.check_version(manifest)?;
        }
        let wanted = spec.trials_hash();
        let other = found
            .as_ref()
            .filter(|manifest| manifest.trials_hash != wanted && !fresh);
        if let Some(manifest) = other {
            let found = manifest.trials_hash[..12.min(manifest.trials_hash.len())].to_owned();
            return Err(StoreError::OtherSpec {
                path: self.path.clone(),
                found,
                wanted: wanted[..12].to_owned(),
            });
        }
        std::fs::create_dir_all(&self.path)
            .map_err(|error| StoreError::io("create", &self.path, error))?;
        Ok(found.filter(|_| !fresh))
    }
}
