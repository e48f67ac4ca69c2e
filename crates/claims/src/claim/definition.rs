//! Defines the trait of a claim, and the text that is printed for it.
//!
//! The source of a claim is written once, in the section `# Source` of its documentation. `explain`, the report and `verdicts.json` print it.

use super::formula::Formula;
use super::margin_source::MarginSource;
use super::statement::Statement;
use perceptron::documented::{Declared, Documentation, Invalid, unicode};

/// A theorem, an identity or a sentence of the notes, with the keys that a spec can set only for this claim. A claim contains no statistics: `judge`
/// decides whether it holds.
pub trait Claim: Declared {
    /// Returns the claim as a relation between an observed number and a limit, in which γ comes from this source.
    fn statement(&self, margin: &MarginSource) -> Statement;

    /// Returns the mistake in the first of the claim's own keys whose value is not allowed; `None` if all values are.
    fn validate(&self) -> Option<Invalid> {
        let outside = self.in_range().err().map(|invalid| Invalid {
            problem: format!("`{}`: {}", invalid.key, invalid.problem),
            ..invalid
        });
        outside.or_else(|| self.fits())
    }

    /// Returns the first mistake in the claim's own keys that is no matter of their declared ranges, for example that two do not fit together.
    fn fits(&self) -> Option<Invalid> {
        None
    }

    /// Returns the formulas that the spec states for this claim, each with its key.
    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        Vec::new()
    }

    /// Returns the text to print for this claim instead of its documentation, if the documentation does not fit, for example because the text depends
    /// on the claim's keys.
    fn text(&self) -> Option<ClaimText> {
        None
    }
}

/// The texts that `explain`, reports and verdicts print for a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimText {
    /// The statement of the claim, in a sentence.
    pub statement: String,
    /// The statement of the claim, as a formula: text with TeX between dollar signs.
    pub tex: String,
    /// The formula of `tex` in Unicode.
    pub formula: String,
    /// The conditions under which the claim applies.
    pub premise: String,
    /// Where the claim is stated, in one line.
    pub source: String,
}

impl ClaimText {
    /// Takes the texts from a claim's documentation and its sections Formula, Premise and Source.
    pub fn of(documentation: &Documentation) -> Self {
        Self {
            statement: documentation.statement(),
            tex: documentation.source("Formula"),
            formula: documentation.section("Formula"),
            premise: documentation.section("Premise"),
            source: documentation.section("Source").replace('\n', " "),
        }
    }

    /// Returns the text with another statement and another formula, such as ones that contain the values of the claim's keys.
    pub(super) fn saying(self, statement: impl Into<String>, tex: impl Into<String>) -> Self {
        let tex = tex.into();
        Self {
            statement: statement.into(),
            formula: unicode(&tex),
            tex,
            ..self
        }
    }
}
