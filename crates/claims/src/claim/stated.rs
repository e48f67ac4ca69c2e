//! Holds a claim as a spec states it: on which cells and variants, with which margin, scale and expectation.

use super::{Form, MarginSource, Premise, Scope, Statement};
use crate::trial::Trial;
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;

/// The verdict a spec expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictWord {
    /// The numbers agree with the claim.
    Holds,
    /// The numbers refute it.
    Violated,
    /// There are too few replicates to tell.
    Inconclusive,
    /// The limit says nothing at this size.
    Vacuous,
    /// No trial met the premise.
    Inapplicable,
    /// An illustration's proxy came out as stated.
    Shown,
    /// An illustration's proxy did not.
    NotShown,
}

impl VerdictWord {
    /// The word in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Inconclusive => "inconclusive",
            Self::Vacuous => "vacuous",
            Self::Inapplicable => "inapplicable",
            Self::Shown => "shown",
            Self::NotShown => "not-shown",
        }
    }
}

/// A claim of a spec.
#[derive(Debug, Clone)]
pub struct StatedClaim {
    /// Its name in this spec, unique.
    pub id: String,
    /// The claim of the registry.
    pub statement: Statement,
    /// The claim this one is a control of.
    pub control_of: Option<String>,
    /// The variants it speaks of, in the order the spec names them; empty where no learner runs.
    pub variants: Vec<String>,
    /// The indices of the cells it speaks of.
    pub cells: BTreeSet<usize>,
    /// A factor on the limit.
    pub scale: Rational,
    /// A relative, pre-stated slack for statistical verdicts.
    pub slack: f64,
    /// Where γ comes from.
    pub margin: MarginSource,
    /// Whether it is evaluated although its premise fails.
    pub premise_waived: bool,
    /// The verdict that is expected.
    pub expect: VerdictWord,
}

impl StatedClaim {
    /// Its quantifier.
    pub fn form(&self) -> Form {
        self.statement.form()
    }

    /// The variants of each verdict in a cell, or over all of them: one each, or both of a pair; one empty list where no learner runs.
    pub fn subjects(&self) -> Vec<Vec<String>> {
        match self.statement.scope() {
            Scope::Pair => vec![self.variants.clone()],
            Scope::Trial | Scope::Sweep if self.variants.is_empty() => vec![Vec::new()],
            Scope::Trial | Scope::Sweep => self
                .variants
                .iter()
                .map(|name| vec![name.clone()])
                .collect(),
        }
    }

    /// Number of verdicts it will give: one per cell and subject, or one per subject over all cells.
    pub fn verdicts(&self) -> usize {
        let cells = if self.is_about_sweep() {
            1
        } else {
            self.cells.len()
        };
        cells * self.subjects().len()
    }

    /// Whether it sees all cells at once.
    pub fn is_about_sweep(&self) -> bool {
        self.statement.scope() == Scope::Sweep
    }

    /// The first premise that a row fails.
    pub fn failed_premise(&self, rows: &[&Trial]) -> Option<Premise> {
        let premises = self.statement.premises(&self.margin);
        premises
            .into_iter()
            .find(|premise| !rows.iter().all(|row| premise.holds(row)))
    }

    /// The limit with its scale.
    pub fn limit(&self, rows: &[&Trial]) -> Option<Quantity> {
        let limit = self.statement.limit(rows, &self.margin)?;
        Some(if self.scale == Rational::one() {
            limit
        } else {
            limit.times(&Quantity::exact(self.scale.clone()))
        })
    }

    /// Whether the limit is itself measured on the sample, so that only its difference from what is observed can be judged. Known
    /// before any number is seen: limits that happen to be equal so far prove nothing.
    pub fn has_random_limit(&self) -> bool {
        let varies = matches!(self.margin, MarginSource::Sample | MarginSource::Max);
        self.statement.limit_is_measured() || self.statement.permits_random_limit() && varies
    }

    /// Whether a limit reaches what the observed value cannot exceed.
    pub fn is_vacuous(&self, rows: &[&Trial], limit: &Quantity) -> bool {
        self.statement
            .trivial_bound(rows)
            .is_some_and(|bound| !bound.exceeds(limit))
    }
}
