//! Keeps the manifest: the spec verbatim, and what tells whether trials can be reused.

use super::{StoreError, files};
use claims::run::{ReplicateRange, RunSummary, Shard};
use claims::spec::{RESULTS_VERSION, Spec};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Rows of a row group, but for the last.
pub const ROWS_PER_GROUP: usize = 32_768;

/// What `manifest.toml` says. Nothing in it changes from run to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment's name.
    pub experiment: String,
    /// Version of the folder's format.
    pub results_version: u32,
    /// Version of the program that wrote it.
    pub program_version: String,
    /// Digest of the spec.
    pub spec_hash: String,
    /// Digest of what the trials depend on.
    pub trials_hash: String,
    /// The spec's seed.
    pub seed: u64,
    /// Whether the trials are those of a quick run.
    pub quick: bool,
    /// Whether the run was ended before it had all its trials.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unfinished: bool,
    /// Replicates of each cell, in the order of the sweep: those that are judged, the first of those that are stored.
    pub replicates: Vec<u64>,
    /// SHA-256 of trials.parquet; manifests of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials_sha256: Option<String>,
    /// SHA-256 of the file that the judged trials alone would be, where there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_sha256: Option<String>,
    /// SHA-256 of all other entries, which then are as they were written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The spec, verbatim.
    pub spec: String,
    /// Which share of the trials these are, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardEntry>,
}

/// A share of the trials of a spec.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardEntry {
    /// Which share, counted from 1.
    pub index: u64,
    /// Of how many.
    pub of: u64,
    /// The trials: cell by its place in the sweep, first replicate, and the one behind the last.
    pub stretches: Vec<[u64; 3]>,
}

impl ShardEntry {
    /// A share that has these replicates.
    pub fn new(share: Shard, stretches: &[ReplicateRange]) -> Self {
        let plain = |(cell, range): &ReplicateRange| [*cell as u64, range.start, range.end];
        Self {
            index: share.index,
            of: share.of,
            stretches: stretches.iter().map(plain).collect(),
        }
    }
}

// The signature that serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(truth: &bool) -> bool {
    !truth
}

/// The first digits of a digest.
pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

impl Manifest {
    /// The manifest of a run that came to this.
    pub fn new(spec: &Spec, quick: bool, ran: &RunSummary) -> Self {
        Self {
            experiment: spec.name.clone(),
            results_version: RESULTS_VERSION,
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            spec_hash: spec.spec_hash(),
            trials_hash: spec.trials_hash(),
            seed: spec.seed,
            quick,
            unfinished: !ran.missing.is_empty(),
            replicates: ran.replicates.clone(),
            trials_sha256: None,
            judged_sha256: None,
            sha256: None,
            spec: spec.source.clone(),
            shard: None,
        }
    }

    /// The same of a share of the trials.
    pub fn of_shard(self, shard: ShardEntry) -> Self {
        Self {
            shard: Some(shard),
            ..self
        }
    }

    /// SHA-256 of the file that the judged trials alone are or would be.
    pub fn judged(&self) -> Option<&str> {
        let judged = self.judged_sha256.as_ref();
        judged.or(self.trials_sha256.as_ref()).map(String::as_str)
    }

    pub(super) fn read(path: &Path) -> Result<Option<Self>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        let text =
            std::fs::read_to_string(path).map_err(|error| StoreError::io("read", path, error))?;
        let manifest: Self =
            toml::from_str(&text).map_err(|error| StoreError::damaged(path, error.message()))?;
        manifest.check_seal(path)?;
        Ok(Some(manifest))
    }

    /// Refuses entries that are not as they were written. Earlier versions have no digest, and those of later ones are not known here.
    fn check_seal(&self, path: &Path) -> Result<(), StoreError> {
        let is_old = self.trials_sha256.is_none() && self.sha256.is_none();
        if self.results_version > RESULTS_VERSION || is_old || self.sha256 == Some(self.seal()) {
            return Ok(());
        }
        let problem =
            "its entries are not those that were written; it was edited, or the disk lost some";
        Err(StoreError::damaged(path, problem))
    }

    /// Refuses a spec that is not the one that was run.
    pub(super) fn check_spec(&self, path: &Path) -> Result<(), StoreError> {
        match Spec::hash_of(&self.spec) == self.spec_hash {
            true => Ok(()),
            false => {
                let problem = "the spec in it is not the one that was run: its spec_hash differs";
                Err(StoreError::damaged(path, problem))
            }
        }
    }

    /// The digest of all entries but itself.
    fn seal(&self) -> String {
        let entries = Self {
            sha256: None,
            ..self.clone()
        };
        // Plain values always have a text.
        files::digest_of(&serde_json::to_vec(&entries).unwrap_or_default())
    }

    /// The same as it may be written where parts have digests of their own.
    pub(super) fn sealed_alone(self) -> Self {
        let mut sealed = self;
        sealed.sha256 = Some(sealed.seal());
        sealed
    }

    /// The same for trials with this digest, as it may be written.
    pub(super) fn sealed(self, trials_sha256: &str) -> Self {
        let of_trials = Self {
            trials_sha256: Some(trials_sha256.to_owned()),
            ..self
        };
        of_trials.sealed_alone()
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), StoreError> {
        let text =
            toml::to_string_pretty(self).map_err(|error| StoreError::damaged(path, error))?;
        files::write(path, text.as_bytes())
    }

    /// What the report says of its origin.
    pub fn revision(&self) -> String {
        let older = match self.results_version < RESULTS_VERSION {
            true => format!(", results of version {}", self.results_version),
            false => String::new(),
        };
        format!(
            "perceptron-lab {}, spec {}, trials {}{older}",
            self.program_version,
            short(&self.spec_hash),
            short(&self.trials_hash)
        )
    }
}
