//! Defines what a claim is: what it states, and what is printed of it.
//!
//! One text says where a claim comes from: the section `# Source` of its documentation, in `explain`, in the report and in `verdicts.json`.

use super::formula::Formula;
use super::margin_source::MarginSource;
use super::statement::Statement;
use perceptron::documented::{Documentation, Invalid, unicode};

/// A theorem, an identity or a sentence of the notes, with the keys that only it understands. Nothing here is statistical: `judge` decides.
pub trait Claim {
    /// What it says, with γ from this source.
    fn statement(&self, margin: &MarginSource) -> Statement;

    /// The key of its own whose value is outside its range.
    fn validate(&self) -> Option<Invalid> {
        None
    }

    /// The formulas that a spec gives it, by their keys.
    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        Vec::new()
    }

    /// What is printed of it, where its documentation cannot say it.
    fn text(&self) -> Option<ClaimText> {
        None
    }
}

/// What is printed of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimText {
    /// What it says, in a sentence.
    pub statement: String,
    /// The same as a formula: text with TeX between dollar signs.
    pub tex: String,
    /// The formula with the letters of Unicode.
    pub formula: String,
    /// When it says so.
    pub premise: String,
    /// Where it is stated, in one line.
    pub source: String,
}

impl ClaimText {
    /// What the documentation of a claim says of it.
    pub fn of(documentation: &Documentation) -> Self {
        Self {
            statement: documentation.statement(),
            tex: documentation.source("Formula"),
            formula: documentation.section("Formula"),
            premise: documentation.section("Premise"),
            source: documentation.section("Source").replace('\n', " "),
        }
    }

    /// The same with a statement and a formula of its own, which know the values of the claim's keys.
    pub(super) fn saying(self, statement: impl Into<String>, tex: impl Into<String>) -> Self {
        let tex = tex.into();
        Self {
            statement: statement.into(),
            formula: unicode(&tex),
            tex,
            ..self
        }
    }

    /// The same with a formula of its own.
    pub(super) fn with_tex(self, tex: impl Into<String>) -> Self {
        let statement = self.statement.clone();
        self.saying(statement, tex)
    }
}
