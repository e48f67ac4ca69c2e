//! Defines the trait of a claim, and the text that is printed for it.
//!
//! The source of a claim is written once, in the section `# Source` of its documentation. `explain`, the report and `verdicts.json` print it.

use super::formula::Formula;
use super::margin_source::MarginSource;
use super::statement::Statement;
use perceptron::documented::{Documentation, Invalid, unicode};

/// A theorem, an identity or a sentence of the notes, with its own keys. A claim contains no statistics: `judge` decides whether it holds.
pub trait Claim {
    /// Returns its statement, with γ from this source.
    fn statement(&self, margin: &MarginSource) -> Statement;

    /// Returns the first of its own keys whose value is outside its range.
    fn validate(&self) -> Option<Invalid> {
        None
    }

    /// Returns the formulas that a spec gives it, with their keys.
    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        Vec::new()
    }

    /// Returns the text to print, if its documentation does not fit, for example because the text depends on keys.
    fn text(&self) -> Option<ClaimText> {
        None
    }
}

/// The printed text of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimText {
    /// The statement, in a sentence.
    pub statement: String,
    /// The statement as a formula: text with TeX between dollar signs.
    pub tex: String,
    /// The formula in Unicode.
    pub formula: String,
    /// The premise: when the statement applies.
    pub premise: String,
    /// Where it is stated, in one line.
    pub source: String,
}

impl ClaimText {
    /// Reads the text from the documentation of a claim.
    pub fn of(documentation: &Documentation) -> Self {
        Self {
            statement: documentation.statement(),
            tex: documentation.source("Formula"),
            formula: documentation.section("Formula"),
            premise: documentation.section("Premise"),
            source: documentation.section("Source").replace('\n', " "),
        }
    }

    /// Replaces the statement and the formula by ones that contain the values of the claim's keys.
    pub(super) fn saying(self, statement: impl Into<String>, tex: impl Into<String>) -> Self {
        let tex = tex.into();
        Self {
            statement: statement.into(),
            formula: unicode(&tex),
            tex,
            ..self
        }
    }

    /// Replaces the formula.
    pub(super) fn with_tex(self, tex: impl Into<String>) -> Self {
        let statement = self.statement.clone();
        self.saying(statement, tex)
    }
}
