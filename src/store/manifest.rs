//! Keeps the manifest: the spec verbatim, and what tells whether trials can be reused.

use super::StoreError;
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
    /// Replicates of each cell, in the order of the sweep.
    pub replicates: Vec<u64>,
    /// The spec, verbatim.
    pub spec: String,
}

impl Manifest {
    /// The manifest of a finished run.
    pub fn new(spec: &Spec, quick: bool, replicates: Vec<u64>) -> Self {
        Self {
            experiment: spec.name.clone(),
            results_version: RESULTS_VERSION,
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            spec_hash: spec.spec_hash(),
            trials_hash: spec.trials_hash(),
            seed: spec.seed,
            quick,
            replicates,
            spec: spec.source.clone(),
        }
    }

    pub(super) fn read(path: &Path) -> Result<Option<Self>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        let text =
            std::fs::read_to_string(path).map_err(|error| StoreError::io("read", path, error))?;
        toml::from_str(&text)
            .map(Some)
            .map_err(|error| StoreError::damaged(path, error.message()))
    }

    /// Writes it into a folder.
    pub fn write(&self, folder: &Path) -> Result<(), StoreError> {
        let path = folder.join("manifest.toml");
        let text =
            toml::to_string_pretty(self).map_err(|error| StoreError::damaged(&path, error))?;
        std::fs::write(&path, text).map_err(|error| StoreError::io("write", &path, error))
    }

    /// What the report says of its origin.
    pub fn revision(&self) -> String {
        format!(
            "perceptron-lab {}, spec {}, trials {}",
            self.program_version,
            &self.spec_hash[..12],
            &self.trials_hash[..12]
        )
    }
}
