//! Computes digests of a spec: of the whole file, and of everything that its trials depend on.

use super::digest::hash;
use super::experiment::Spec;
use super::replicates::Replicates;
use crate::trial::TEST_EXAMPLES;
use serde_json::Value;

/// Version of the format of results folders. Folders of earlier versions are read, judged and reported, but get no new trials.
pub const RESULTS_VERSION: u32 = 9;

/// The earliest version that can be read. Since then, versions changed random streams and the order of columns, but no name of a column.
pub const OLDEST_READABLE_VERSION: u32 = 5;

impl Spec {
    /// Returns the digest of the text of the whole spec file.
    pub fn spec_hash(&self) -> String {
        Self::hash_of(&self.source)
    }

    /// Returns the digest of the text of a spec, equal to [`Self::spec_hash`] of a spec with this text.
    pub fn hash_of(source: &str) -> String {
        hash(&[source.as_bytes()])
    }

    /// Returns the digest of everything that the trials of this spec depend on: format version, seed, cells with their variants, measures, and whether
    /// the outcomes are enumerated. The number of test examples counts if the spec changes it, and what is measured on fewer replicates. The number of
    /// replicates, claims, figures and prose do not count.
    pub fn trials_hash(&self) -> String {
        let measures: Vec<&str> = self
            .measures
            .iter()
            .map(|measure| measure.as_str())
            .collect();
        let cells: Vec<&Value> = self.cells.iter().map(|cell| &cell.content).collect();
        let enumerated = self.replicates == Replicates::All;
        let mut content =
            serde_json::json!([RESULTS_VERSION, self.seed, cells, measures, enumerated]);
        let Value::Array(parts) = &mut content else {
            return hash(&[content.to_string().as_bytes()]);
        };
        if self.test_examples != TEST_EXAMPLES {
            parts.push(self.test_examples.into());
        }
        if !self.fewer_replicates.is_empty() {
            let fewer = self.fewer_replicates.iter();
            parts.push(
                fewer
                    .map(|(measure, count)| (measure.as_str(), *count))
                    .collect(),
            );
        }
        hash(&[content.to_string().as_bytes()])
    }
}
