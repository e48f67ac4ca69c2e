//! Reads how close an attack came to the limit of each theorem, as `scripts/bench-attack` measured it.

use claims::numbers::{counted, number};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("attacked.toml");

/// The closest sample that an attack found to the limit of a theorem.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosestSample {
    /// Observed ÷ limit.
    pub reaches: f64,
    /// Number of samples that were measured.
    pub samples: u64,
    /// Number of examples of the closest one.
    pub examples: u64,
}

/// The closest samples by the names of the theorems.
static ALL: LazyLock<BTreeMap<String, ClosestSample>> =
    LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());

/// The theorems that were attacked, with the closest sample of each.
pub fn attacked() -> &'static BTreeMap<String, ClosestSample> {
    &ALL
}

/// The closest sample to the limit of a theorem; `None` if it was not attacked or has no limit.
pub fn closest(theorem: &str) -> Option<&'static ClosestSample> {
    ALL.get(theorem)
}

/// The spec of the closest sample to the limit of a theorem, below the folder of the results.
pub fn witness(theorem: &str) -> String {
    format!("benchmarks/attack/{theorem}.toml")
}

impl ClosestSample {
    /// The share in words, with the number of examples.
    pub fn words(&self) -> String {
        let examples = counted(self.examples, "example");
        format!("{} ({examples})", number(self.reaches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_samples_are_read_and_none_is_beyond_its_limit() {
        let all: BTreeMap<String, ClosestSample> = toml::from_str(TEXT).unwrap();
        assert!(!all.is_empty());
        for (theorem, closest) in all {
            // A share is a quotient of floats.
            let is_within = closest.reaches <= 1.0 + 1e-12;
            assert!(is_within && closest.samples > 0, "{theorem}");
        }
    }
}
