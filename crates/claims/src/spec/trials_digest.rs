//! Digests of specs: of the whole file, and of what their trials depend on.

use super::digest::hash;
use super::experiment::Spec;
use super::replicates::Replicates;
use serde_json::Value;

/// Version of the results folder's format; a change makes older folders be run anew.
pub const RESULTS_VERSION: u32 = 7;

impl Spec {
    /// Digest of the whole file.
    pub fn spec_hash(&self) -> String {
        Self::hash_of(&self.source)
    }

    /// Digest of the text of a spec.
    pub fn hash_of(source: &str) -> String {
        hash(&[source.as_bytes()])
    }

    /// Digest of what trials depend on: seed, cells with their variants, and measures; not the number of replicates, nor
    /// claims, figures or prose.
    pub fn trials_hash(&self) -> String {
        let measures: Vec<&str> = self
            .measures
            .iter()
            .map(|measure| measure.as_str())
            .collect();
        let cells: Vec<&Value> = self.cells.iter().map(|cell| &cell.content).collect();
        let enumerated = self.replicates == Replicates::All;
        let content = serde_json::json!([RESULTS_VERSION, self.seed, cells, measures, enumerated]);
        hash(&[content.to_string().as_bytes()])
    }
}
