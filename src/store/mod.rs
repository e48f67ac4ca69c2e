//! Keeps results folders: trials as parquet, the manifest they belong to, and the verdicts reached on them.

mod columns;
mod files;
mod guard;
mod lock;
mod manifest;
mod names;
mod reader;
mod samples;
mod table;
#[cfg(test)]
mod tests;
mod verdicts;
mod writer;

pub use files::write as write_whole;
pub use lock::Lock;
pub use manifest::{Manifest, ROWS_PER_GROUP};
pub use reader::TrialReader;
pub use samples::{SampleFormat, endless_decimals, write_sample};
pub use table::{read_parquet, read_table};
pub use verdicts::{read_verdicts, write_verdicts};
pub use writer::{TrialWriter, Written};

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
    /// Another process writes into the folder.
    #[error("error: {} is in use: {owner}\n  = help: wait until it has ended, or give --results another folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
        /// Who has it.
        owner: String,
    },
    /// Nothing says which trials belong to the manifest.
    #[error("error: {} was written by an earlier version and has no digest of trials.parquet, so nobody can tell whether they belong together\n  = help: run the experiment again: perceptron-lab run SPEC", path.display())]
    Undigested {
        /// The manifest.
        path: PathBuf,
    },
    /// A run was ended before it was finished.
    #[error("error: the run in {} is not finished\n  = help: go on with it: perceptron-lab run SPEC", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
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
        use StoreError::{Busy, OtherSpec, OtherVersion};
        matches!(self, Busy { .. } | OtherSpec { .. } | OtherVersion { .. })
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        let help = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full: make room and run the same command again; what was stored before is kept"
            }
            _ => "check that the folder exists and can be written, or give --results another one",
        };
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
        manifest.check_spec(&path)?;
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

    /// Takes the folder for this process, and ends what a process that had it before was about to publish.
    ///
    /// # Errors
    /// There is no such folder, another process has it, or it cannot be written.
    pub fn lock(&self) -> Result<Lock, StoreError> {
        if !self.path.is_dir() {
            return Err(StoreError::Missing {
                path: self.path.clone(),
                what: "manifest.toml",
            });
        }
        let lock = Lock::take(&self.path)?;
        self.settle()?;
        Ok(lock)
    }

    fn next_manifest(&self) -> PathBuf {
        self.path.join("manifest.next.toml")
    }

    /// A manifest that waits for its trials is the manifest if they have come, and nothing if they have not.
    fn settle(&self) -> Result<(), StoreError> {
        let next = self.next_manifest();
        if !next.exists() {
            return Ok(());
        }
        let found = self
            .trials()
            .exists()
            .then(|| files::digest(&self.trials()));
        let found = found.transpose()?;
        match Manifest::read(&next) {
            Ok(Some(manifest)) if found.is_some() && manifest.trials_sha256 == found => {
                files::rename(&next, &self.path.join("manifest.toml"))
            }
            _ => {
                std::fs::remove_file(&next).map_err(|error| StoreError::io("remove", &next, error))
            }
        }
    }

    /// Gives trials and the manifest that describes them their names: both, or none where the process ends before.
    pub fn publish(&self, trials: Written, manifest: Manifest) -> Result<(), StoreError> {
        let next = self.next_manifest();
        manifest.sealed(&trials.sha256).write(&next)?;
        trials.publish()?;
        files::rename(&next, &self.path.join("manifest.toml"))
    }

    /// A reader of some columns of its trials; an error if there are none, or if they are not those of this manifest.
    pub fn reader(
        &self,
        manifest: &Manifest,
        columns: &BTreeSet<AnyColumn>,
    ) -> Result<TrialReader, StoreError> {
        if !self.trials().exists() {
            let what = "trials.parquet (large ones are not committed)";
            return Err(StoreError::Missing {
                path: self.path.clone(),
                what,
            });
        }
        let path = self.path.join("manifest.toml");
        let wanted = manifest.trials_sha256.as_ref();
        let wanted = wanted.ok_or(StoreError::Undigested { path })?;
        if files::digest(&self.trials())? != *wanted {
            let problem = "it is not the file whose SHA-256 manifest.toml has";
            return Err(StoreError::damaged(&self.trials(), problem));
        }
        TrialReader::open(&self.trials(), columns)
    }

    /// Makes the folder where there is none.
    pub fn create(&self) -> Result<(), StoreError> {
        std::fs::create_dir_all(&self.path)
            .map_err(|error| StoreError::io("create", &self.path, error))
    }

    /// The manifest of a folder whose trials a spec can use; refuses one that holds another spec's trials, unless it is to be replaced.
    pub fn claim_for(&self, spec: &Spec, fresh: bool) -> Result<Option<Manifest>, StoreError> {
        // What is to be replaced may be damaged.
        let found = if fresh { None } else { self.manifest()? };
        if let Some(manifest) = &found {
            self.check_version(manifest)?;
            manifest.check_spec(&self.path.join("manifest.toml"))?;
        }
        let wanted = spec.trials_hash();
        let other = found
            .as_ref()
            .filter(|manifest| manifest.trials_hash != wanted);
        if let Some(manifest) = other {
            let found = manifest::short(&manifest.trials_hash).to_owned();
            return Err(StoreError::OtherSpec {
                path: self.path.clone(),
                found,
                wanted: wanted[..12].to_owned(),
            });
        }
        Ok(found)
    }
}
