//! Mirrors the keys at the top of a spec, as the file writes them.

use super::diagnostic::SpecFinding;
use super::tree::Node;
use super::{Replicates, ranges, shape, size};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::ValueDeserializer;

/// The keys at the top of a spec, as written. Keys that other modules read, such as `claims`, are accepted here without a look at their values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireSpec {
    pub title: String,
    pub question: String,
    #[serde(rename = "analysis")]
    _analysis: Option<IgnoredAny>,
    #[serde(rename = "answer")]
    _answer: Option<IgnoredAny>,
    pub seed: u64,
    pub replicates: Spanned<Replicates>,
    pub quick_replicates: Option<Spanned<u64>>,
    pub test_examples: Option<Spanned<u64>>,
    pub alpha: Option<Spanned<f64>>,
    #[serde(rename = "generator")]
    _generator: IgnoredAny,
    #[serde(rename = "variants")]
    _variants: Option<IgnoredAny>,
    #[serde(rename = "sweep")]
    _sweep: Option<IgnoredAny>,
    #[serde(rename = "claims")]
    _claims: Option<IgnoredAny>,
    #[serde(rename = "measure")]
    _measure: Option<IgnoredAny>,
    #[serde(rename = "fewer_replicates")]
    _fewer_replicates: Option<IgnoredAny>,
    #[serde(rename = "theorems")]
    _theorems: Option<IgnoredAny>,
    #[serde(rename = "figures")]
    _figures: Option<IgnoredAny>,
}

impl WireSpec {
    /// Reads the keys at the top of a spec, or returns findings for missing keys and values of the wrong kind.
    pub(super) fn read(root: Node) -> Result<Self, Vec<SpecFinding>> {
        let findings = shape::KeyPlace::new("", 0..0).findings(&shape::TOP, &root);
        if !findings.is_empty() {
            return Err(findings);
        }
        let read = Self::deserialize(ValueDeserializer::from(root));
        read.map_err(|error| vec![SpecFinding::of_value(&error, 0..0)])?
            .checked()
    }

    /// Returns the keys, or mistakes if `quick_replicates`, `test_examples`, `alpha` or `replicates` is outside its range.
    fn checked(self) -> Result<Self, Vec<SpecFinding>> {
        let checks = [
            ranges::quick(self.quick_replicates.as_ref()),
            ranges::test_examples(self.test_examples.as_ref()),
            ranges::alpha(self.alpha.as_ref()),
            size::replicates(&self.replicates),
        ];
        let findings: Vec<SpecFinding> = checks.into_iter().flatten().collect();
        match findings.is_empty() {
            true => Ok(self),
            false => Err(findings),
        }
    }
}
