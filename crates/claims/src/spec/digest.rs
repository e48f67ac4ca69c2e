//! Digests of specs: of the whole file, and of what their trials depend on.

use super::{RESULTS_VERSION, Replicates, Spec};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Digest of byte strings, each prefixed with its length.
pub(super) fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

/// Bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

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
        let measures: Vec<&str> = self.measures.iter().map(|measure| measure.word()).collect();
        let cells: Vec<&Value> = self.cells.iter().map(|cell| &cell.content).collect();
        let enumerated = self.replicates == Replicates::All;
        let content = serde_json::json!([RESULTS_VERSION, self.seed, cells, measures, enumerated]);
        hash(&[content.to_string().as_bytes()])
    }
}
