//! The results folder of one experiment: which files it has, and in which order they come and go.

use super::manifest::{self, Manifest};
use super::{Lock, StoreError, TrialReader, Written, files, read_parquet};
use claims::spec::{DataFiles, RESULTS_VERSION, Spec};
use claims::trial::AnyColumn;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The oldest version of results that can be read: later ones changed streams and not columns.
const OLDEST_READABLE: u32 = 5;

/// The folder of trials that a spec did not ask for any more.
const ASIDE: &str = "earlier";

/// The folder of the parts of runs that are not finished.
const PARTS: &str = "parts";

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

    /// Refuses versions older than `oldest`, and any that this program does not know yet.
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

    /// The manifest and the spec in it; an error if the folder holds no results, or those of another version.
    pub fn spec(&self) -> Result<(Manifest, Spec), StoreError> {
        self.spec_from(RESULTS_VERSION)
    }

    /// The same, of earlier versions too, whose trials can be read and judged as they are.
    pub fn readable_spec(&self) -> Result<(Manifest, Spec), StoreError> {
        self.spec_from(OLDEST_READABLE)
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

    /// The spec in a manifest with this path; its data files lie in the folder.
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

    /// Where the parts of runs that are not finished are.
    pub(super) fn parts(&self) -> PathBuf {
        self.path.join(PARTS)
    }

    /// Where the parts of the trials with this hash are.
    pub(super) fn parts_of(&self, trials_hash: &str) -> PathBuf {
        self.parts().join(manifest::short(trials_hash))
    }

    /// Where trials are kept that a spec did not ask for any more.
    pub fn aside(&self) -> PathBuf {
        self.path.join(ASIDE)
    }

    /// Whether a run of a spec that is not finished left trials.
    pub fn has_parts_of(&self, spec: &Spec) -> bool {
        self.parts_of(&spec.trials_hash()).exists()
    }

    /// Removes parts of runs, where their trials have a file.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn clear_parts(&self) -> Result<(), StoreError> {
        files::remove_all(&self.parts())
    }

    /// Whether a run that is not finished left trials.
    fn has_parts(&self) -> bool {
        self.parts().exists()
    }

    /// Keeps the trials that are there under another name, for a spec that asks for them again.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn set_aside(&self, manifest: &Manifest) -> Result<(), StoreError> {
        let folder = self.aside();
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

    /// Removes all that is known of trials.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn forget(&self) -> Result<(), StoreError> {
        self.clear_parts()?;
        files::remove_all(&self.aside())
    }

    /// Copies the data files of a spec, which are named relative to the folder `beside`, next to the manifest.
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

    /// The same from another results folder, which has copies already.
    pub fn keep_data_of(&self, spec: &Spec, other: &Self) -> Result<(), StoreError> {
        for file in spec.data_files() {
            let name = Path::new(&file).file_name().unwrap_or_default();
            self.keep_copy(&other.path.join(name))?;
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
        files::rename(&next, &self.path.join("manifest.toml"))?;
        self.clear_parts()
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
        let is_older = manifest.results_version < RESULTS_VERSION;
        let found = wanted.map(|_| files::digest(&self.trials())).transpose()?;
        if wanted.is_none() && !is_older {
            return Err(StoreError::Undigested { path });
        }
        if found.as_ref() != wanted {
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

    /// The manifest of a folder whose trials a spec can use; refuses one whose spec makes other trials, unless it is to be replaced.
    pub fn claim_for(&self, spec: &Spec, fresh: bool) -> Result<Option<Manifest>, StoreError> {
        // What is to be replaced may be damaged.
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
