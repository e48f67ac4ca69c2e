//! Manages the results folder of one experiment: its files, and the order in which they are written and removed.

use super::manifest::{self, Manifest};
use super::{Lock, StoreError, TrialReader, Written, files, lock, read_parquet};
use claims::spec::{DataFiles, OLDEST_READABLE_VERSION, RESULTS_VERSION, Spec};
use claims::trial::AnyColumn;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folder, inside a results folder, of trials that its spec no longer asks for.
const EARLIER: &str = "earlier";

/// Folder, inside a results folder, of the trials that unfinished runs stored.
const PARTS: &str = "parts";

/// The results folder of one experiment.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of an experiment below the folder of all results.
    pub fn of(results: &Path, experiment: &str) -> Self {
        Self {
            path: results.join(experiment),
        }
    }

    /// The results folder at this path.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    /// Path of the results folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Path of the file with the folder's trials, `trials.parquet`.
    pub fn trials(&self) -> PathBuf {
        self.path.join("trials.parquet")
    }

    /// Whether a run has begun in the folder: it stored trials, or it holds the lock.
    pub fn is_begun(&self) -> bool {
        self.path.join(PARTS).is_dir() || self.path.join(lock::NAME).is_file()
    }

    /// Reads the folder's manifest; `None` if it has none.
    pub fn manifest(&self) -> Result<Option<Manifest>, StoreError> {
        Manifest::read(&self.path.join("manifest.toml"))
    }

    /// Refuses a manifest with a results version below `oldest`, or above this program's.
    pub(super) fn check_version(&self, manifest: &Manifest, oldest: u32) -> Result<(), StoreError> {
        let (found, wanted) = (manifest.results_version, RESULTS_VERSION);
        if (oldest..=wanted).contains(&found) {
            return Ok(());
        }
        Err(StoreError::OtherVersion {
            path: self.path.clone(),
            found,
            wanted,
        })
    }

    /// Reads the folder's manifest and the spec in it; an error if the folder holds no results, or those of another version.
    pub fn spec(&self) -> Result<(Manifest, Spec), StoreError> {
        self.spec_from(RESULTS_VERSION)
    }

    /// Like [`Self::spec`], but also accepts earlier results versions, whose trials can be read and judged as they are.
    pub fn readable_spec(&self) -> Result<(Manifest, Spec), StoreError> {
        self.spec_from(OLDEST_READABLE_VERSION)
    }

    fn spec_from(&self, oldest: u32) -> Result<(Manifest, Spec), StoreError> {
        let path = self.path.clone();
        let manifest = self.manifest()?.ok_or_else(|| match self.has_parts() {
            true => StoreError::Unfinished { path },
            false => StoreError::Missing {
                path,
                what: "manifest.toml",
            },
        })?;
        self.check_version(&manifest, oldest)?;
        let spec = self.spec_of(&manifest, &self.path.join("manifest.toml"))?;
        Ok((manifest, spec))
    }

    /// Parses the spec in a manifest whose file is `path`; the spec's data files are read from this results folder.
    pub(super) fn spec_of(&self, manifest: &Manifest, path: &Path) -> Result<Spec, StoreError> {
        let files = DataFiles {
            parquet: Some(read_parquet),
            below: None,
        };
        manifest.check_spec(path)?;
        let beside = self.path.join("manifest.toml");
        let spec = Spec::from_stored_text(&manifest.experiment, &beside, &manifest.spec, files)
            .map_err(|error| StoreError::damaged(path, error))?;
        Ok(if manifest.quick { spec.quick() } else { spec })
    }

    /// Path of the folder with the trials that unfinished runs stored.
    pub(super) fn parts(&self) -> PathBuf {
        self.path.join(PARTS)
    }

    /// Path of the folder with the trials of unfinished runs whose spec has this trials hash.
    pub(super) fn parts_of(&self, trials_hash: &str) -> PathBuf {
        self.parts().join(manifest::short(trials_hash))
    }

    /// Path of the folder with the trials that the spec no longer asks for.
    pub fn earlier(&self) -> PathBuf {
        self.path.join(EARLIER)
    }

    /// Whether an unfinished run of this spec stored trials here.
    pub fn has_parts_of(&self, spec: &Spec) -> bool {
        self.parts_of(&spec.trials_hash()).exists()
    }

    /// Removes the trials that unfinished runs stored, once they are in the trials file.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn clear_parts(&self) -> Result<(), StoreError> {
        files::remove_all(&self.parts())
    }

    /// Whether an unfinished run stored trials here.
    fn has_parts(&self) -> bool {
        self.parts().exists()
    }

    /// Keeps the stored trials under another name, for a later spec that asks for them again.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn move_to_earlier(&self, manifest: &Manifest) -> Result<(), StoreError> {
        let folder = self.earlier();
        std::fs::create_dir_all(&folder)
            .map_err(|error| StoreError::io("create", &folder, error))?;
        let digest = manifest.trials_sha256.as_deref().unwrap_or_default();
        let path = folder.join(manifest::short(digest)).with_extension("toml");
        let trials = path.with_extension("parquet");
        if !trials.exists() {
            std::fs::hard_link(self.trials(), &trials)
                .or_else(|_| std::fs::copy(self.trials(), &trials).map(drop))
                .map_err(|error| StoreError::io("write", &trials, error))?;
        }
        manifest.write(&path)
    }

    /// Removes the trials of unfinished runs, and the trials that the spec no longer asks for.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn forget(&self) -> Result<(), StoreError> {
        self.clear_parts()?;
        files::remove_all(&self.earlier())
    }

    /// Copies the data files of a spec into the results folder; the spec names them relative to the folder `beside`.
    pub fn keep_data(&self, spec: &Spec, beside: &Path) -> Result<(), StoreError> {
        for file in spec.data_files() {
            self.keep_copy(&beside.join(&file))?;
        }
        Ok(())
    }

    fn keep_copy(&self, source: &Path) -> Result<(), StoreError> {
        let copy = self.path.join(source.file_name().unwrap_or_default());
        std::fs::copy(source, &copy).map_err(|error| StoreError::io("copy", source, error))?;
        Ok(())
    }

    /// Like [`Self::keep_data`], but copies from another results folder, which already has these files.
    pub fn keep_data_of(&self, spec: &Spec, other: &Self) -> Result<(), StoreError> {
        for file in spec.data_files() {
            let name = Path::new(&file).file_name().unwrap_or_default();
            self.keep_copy(&other.path.join(name))?;
        }
        Ok(())
    }

    /// Locks the folder for this process, and completes or discards what an earlier process was about to publish.
    ///
    /// # Errors
    /// There is no such folder, another process holds it, or it cannot be written.
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

    /// Settles a manifest that waits as `manifest.next.toml`: it becomes the manifest if its trials are in place, and is removed otherwise.
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

    /// Renames a file of trials and the manifest that describes it to their final names; if the process ends in between, neither counts.
    pub fn publish(&self, trials: Written, manifest: Manifest) -> Result<(), StoreError> {
        let next = self.next_manifest();
        manifest.sealed(&trials.sha256).write(&next)?;
        trials.publish()?;
        files::rename(&next, &self.path.join("manifest.toml"))?;
        self.clear_parts()
    }

    /// Opens a reader of some columns of the folder's trials; an error if there are no trials, or not those of this manifest.
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
        let is_older = manifest.results_version < RESULTS_VERSION;
        let found = wanted.map(|_| files::digest(&self.trials())).transpose()?;
        if wanted.is_none() && !is_older {
            return Err(StoreError::Undigested { path });
        }
        if found.as_ref() != wanted {
            let problem = "its SHA-256 is not the one in manifest.toml";
            return Err(StoreError::damaged(&self.trials(), problem));
        }
        TrialReader::open(&self.trials(), columns)
    }

    /// Creates the results folder if it does not exist.
    pub fn create(&self) -> Result<(), StoreError> {
        std::fs::create_dir_all(&self.path)
            .map_err(|error| StoreError::io("create", &self.path, error))
    }

    /// Returns the folder's manifest if its trials can be used by a spec. Refuses a folder with other trials. `None` if there is no manifest, or if
    /// `fresh` says to replace the trials.
    pub fn claim_for(&self, spec: &Spec, fresh: bool) -> Result<Option<Manifest>, StoreError> {
        // A folder that is to be replaced may be damaged.
        let found = if fresh { None } else { self.manifest()? };
        let Some(manifest) = &found else {
            return Ok(None);
        };
        self.check_version(manifest, RESULTS_VERSION)?;
        manifest.check_spec(&self.path.join("manifest.toml"))?;
        if manifest.trials_hash != spec.trials_hash() {
            let changes = spec.altered_since(&self.spec()?.1);
            if !changes.is_empty() {
                return Err(StoreError::OtherSpec {
                    path: self.path.clone(),
                    changes: changes.join("\n  "),
                });
            }
        }
        Ok(found)
    }
}
