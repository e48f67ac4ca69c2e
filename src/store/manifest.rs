//! Holds the manifest: the spec verbatim, and the digests that tell whether trials can be reused.

use super::{StoreError, files};
use claims::run::{ReplicateRange, RunSummary, Shard};
use claims::spec::{RESULTS_VERSION, Spec};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Number of rows in each row group of a file of trials, except in the last one.
pub const ROWS_PER_GROUP: usize = 32_768;

/// Contents of `manifest.toml`. Nothing in it changes from run to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the experiment.
    pub experiment: String,
    /// Version of the format of the results folder.
    pub results_version: u32,
    /// Version of the program that wrote the folder.
    pub program_version: String,
    /// Digest of the spec.
    pub spec_hash: String,
    /// Digest of everything that the trials depend on, such as seed, cells and measurements.
    pub trials_hash: String,
    /// The spec's seed.
    pub seed: u64,
    /// Whether the trials come from a quick run.
    pub quick: bool,
    /// Whether the run was interrupted before it had all its trials.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unfinished: bool,
    /// Number of judged replicates of each cell, in the order of the sweep; they are the first of those that are stored.
    pub replicates: Vec<u64>,
    /// SHA-256 of trials.parquet; missing in manifests of earlier results versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials_sha256: Option<String>,
    /// SHA-256 that trials.parquet would have with the judged trials only, if it holds more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_sha256: Option<String>,
    /// SHA-256 of all other entries of the manifest, which shows whether one was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The text of the spec, verbatim.
    pub spec: String,
    /// Which shard of the study the folder holds; `None` if it holds all trials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardEntry>,
}

/// The entry of a manifest that says which shard of a study its folder holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardEntry {
    /// Index of the shard, counted from 1.
    pub index: u64,
    /// Number of shards of the study.
    pub of: u64,
    /// Replicates in the shard, as ranges: the cell's position in the sweep, the first replicate, and the one after the last.
    pub stretches: Vec<[u64; 3]>,
}

impl ShardEntry {
    /// Creates the manifest's entry for a shard that holds these replicates.
    pub fn new(share: Shard, stretches: &[ReplicateRange]) -> Self {
        let plain = |(cell, range): &ReplicateRange| [*cell as u64, range.start, range.end];
        Self {
            index: share.index,
            of: share.of,
            stretches: stretches.iter().map(plain).collect(),
        }
    }
}

// serde asks for this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(truth: &bool) -> bool {
    !truth
}

/// The first 12 digits of a digest, for file names and reports.
pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

impl Manifest {
    /// Creates the manifest of a run from its spec and the summary of its trials.
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

    /// Marks the manifest as that of a shard.
    pub fn of_shard(self, shard: ShardEntry) -> Self {
        Self {
            shard: Some(shard),
            ..self
        }
    }

    /// SHA-256 that trials.parquet has, or would have, with the judged trials only.
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
        let parsed = |text: &str| {
            toml::from_str::<Self>(text).map_err(|error| StoreError::damaged(path, error.message()))
        };
        let manifest = parsed(&text)?;
        let Err(damage) = manifest.check_seal(path) else {
            return Ok(Some(manifest));
        };
        // Git may have ended every line with CR LF. The program ends lines with LF, and writes a CR of the spec as an escape.
        let manifest = parsed(&text.replace("\r\n", "\n"))?;
        manifest.check_seal(path).map_err(|_| damage)?;
        Ok(Some(manifest))
    }

    /// Refuses a manifest whose entries were changed after it was written. Earlier versions have no digest, and how later versions compute theirs is
    /// unknown here.
    fn check_seal(&self, path: &Path) -> Result<(), StoreError> {
        let is_old = self.trials_sha256.is_none() && self.sha256.is_none();
        if self.results_version > RESULTS_VERSION || is_old || self.sha256 == Some(self.seal()) {
            return Ok(());
        }
        let problem =
            "its entries are not the ones that were written; it was edited, or the disk lost some";
        Err(StoreError::damaged(path, problem))
    }

    /// Refuses a manifest whose spec is not the one that was run, judging by the spec hash.
    pub(super) fn check_spec(&self, path: &Path) -> Result<(), StoreError> {
        match Spec::hash_of(&self.spec) == self.spec_hash {
            true => Ok(()),
            false => {
                let problem = "the spec in it is not the one that was run: its spec_hash differs";
                Err(StoreError::damaged(path, problem))
            }
        }
    }

    /// SHA-256 of all entries of the manifest except this digest.
    fn seal(&self) -> String {
        let entries = Self {
            sha256: None,
            ..self.clone()
        };
        // Serializing plain values cannot fail.
        files::digest_of(&serde_json::to_vec(&entries).unwrap_or_default())
    }

    /// Adds the digest of all entries, for the manifest of parts of a run, whose file names hold the digests of their trials.
    pub(super) fn sealed_alone(self) -> Self {
        let mut sealed = self;
        sealed.sha256 = Some(sealed.seal());
        sealed
    }

    /// Adds the digest of the trials and that of all entries, so that the manifest can be written.
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

    /// Program version, spec hash and trials hash of the results, as the report states them.
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
