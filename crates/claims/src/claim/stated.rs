//! Holds a claim as a spec states it: on which cells and variants, with which margin, scale and expectation.

use super::{Form, LimitDirection, MarginSource, Premise, Registered, Scope, Statement, Variation};
use crate::trial::{Row, Setting};
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;
use strum::IntoStaticStr;

/// The verdict a spec expects.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    IntoStaticStr,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum VerdictKind {
    /// The numbers agree with the claim.
    Holds,
    /// The numbers refute it.
    Violated,
    /// There are too few replicates to tell.
    Inconclusive,
    /// The limit says nothing: it is no stricter than a trivial bound.
    Vacuous,
    /// No trial met the premise.
    #[default]
    Inapplicable,
    /// An illustration's proxy came out as stated.
    Shown,
    /// An illustration's proxy did not come out as stated.
    NotShown,
}

perceptron::documented::choice!(VerdictKind);

impl VerdictKind {
    /// The word in tables and files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The answer to the question of a spec if a claim holds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Answers {
    /// The answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// The numbers are the answer.
    How,
}

perceptron::documented::choice!(Answers);

/// A claim of a spec.
#[derive(Debug, Clone)]
pub struct StatedClaim {
    /// Its name in this spec, unique.
    pub id: String,
    /// The claim of the registry.
    pub claim: Registered,
    /// Its statement, with this margin.
    pub statement: Statement,
    /// The id of the claim of which this one is a control.
    pub control_of: Option<String>,
    /// The variants that it is about, in the order in which the spec names them; empty if no learner runs.
    pub variants: Vec<String>,
    /// The indices of the cells that it is about.
    pub cells: BTreeSet<usize>,
    /// A factor on the limit.
    pub scale: Rational,
    /// A relative slack for statistical verdicts, stated before the run.
    pub slack: f64,
    /// Why the slack is as large as it is.
    pub slack_reason: Option<String>,
    /// The source of γ.
    pub margin: MarginSource,
    /// Whether it is evaluated even if its premise fails.
    pub premise_waived: bool,
    /// The verdict that is expected.
    pub expect: VerdictKind,
    /// The answer to the question of its spec if it holds; `None` if it does not answer the question.
    pub answers: Option<Answers>,
}

impl StatedClaim {
    /// Returns a claim of the registry with default settings, on the first cell and without variants. The caller changes what it needs otherwise.
    pub fn plain(claim: Registered) -> Self {
        let margin = claim.statement(&MarginSource::Sample).form.default_margin();
        Self {
            id: claim.plain_id(),
            statement: claim.statement(&margin).where_measured(),
            claim,
            control_of: None,
            variants: Vec::new(),
            cells: BTreeSet::from([0]),
            scale: Rational::one(),
            slack: 0.0,
            slack_reason: None,
            margin,
            premise_waived: false,
            expect: VerdictKind::Holds,
            answers: None,
        }
    }

    /// Takes γ from another source.
    pub fn with_margin(self, margin: MarginSource) -> Self {
        Self {
            statement: self.claim.statement(&margin).where_measured(),
            margin,
            ..self
        }
    }

    /// Replaces the keys of the cell that a conjecture names by their numbers in a setting.
    pub fn settled(&self, setting: &Setting) -> Self {
        let Registered::Conjecture(conjecture) = &self.claim else {
            return self.clone();
        };
        let own = Self {
            claim: Registered::Conjecture(conjecture.settled(setting)),
            ..self.clone()
        };
        own.with_margin(self.margin.clone())
    }

    /// Returns why a side has no value on the trials that are seen at once, if it can say so.
    pub fn missing(&self, rows: &[Row]) -> Option<String> {
        let Statement {
            observed, limit, ..
        } = &self.statement;
        observed.missing(rows).or_else(|| limit.missing(rows))
    }

    /// Its quantifier.
    pub fn form(&self) -> Form {
        self.statement.form
    }

    /// Its name in the registry.
    pub fn name(&self) -> &'static str {
        self.claim.documentation().name
    }

    /// Returns the variants of each verdict, in a cell or over all cells: one variant, or both of a pair. Returns one empty list if no learner runs.
    pub fn subjects(&self) -> Vec<Vec<String>> {
        match self.statement.scope {
            Scope::Pair => vec![self.variants.clone()],
            Scope::Trial | Scope::Sweep if self.variants.is_empty() => vec![Vec::new()],
            Scope::Trial | Scope::Sweep => self
                .variants
                .iter()
                .map(|name| vec![name.clone()])
                .collect(),
        }
    }

    /// Number of verdicts that it gives: one per cell and subject, or one per subject over all cells.
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
        self.statement.scope == Scope::Sweep
    }

    /// Whether it applies to these trials: its premises may hold on them, or are waived.
    pub fn speaks_of(&self, rows: &[Row]) -> bool {
        let holds = |premise: &Premise| rows.iter().all(|row| premise.may_hold(row));
        self.premise_waived || self.statement.premises.iter().all(holds)
    }

    /// Returns the first premise that is known to fail before a run, unless premises are waived.
    pub fn fails_before_a_run(&self, settings: &[&Setting]) -> Option<&Premise> {
        let fails = |premise: &&Premise| {
            settings
                .iter()
                .any(|setting| premise.fails_before_a_run(setting))
        };
        self.statement
            .premises
            .iter()
            .find(fails)
            .filter(|_| !self.premise_waived)
    }

    /// The observed value.
    pub fn observed(&self, rows: &[Row]) -> Option<Quantity> {
        self.statement.observed.value(rows)
    }

    /// The limit, multiplied by the scale.
    pub fn limit(&self, rows: &[Row]) -> Option<Quantity> {
        let limit = self.statement.limit.value(rows)?;
        let is_scaled = self.scale != Rational::one();
        Some(if is_scaled {
            limit.scaled(&self.scale)
        } else {
            limit
        })
    }

    /// Whether the limit is itself measured on the sample, so that only its difference from the observed value can be judged. This is known before
    /// any number is seen, because limits that happen to be equal so far prove nothing.
    pub fn has_random_limit(&self) -> bool {
        match self.statement.variation {
            Variation::Forbidden => false,
            Variation::Permitted => self.margin.varies(),
            Variation::Measured => true,
        }
    }

    /// Whether the limit is measured on the sample for every source of the margin.
    pub fn has_measured_limit(&self) -> bool {
        self.statement.variation == Variation::Measured
    }

    /// Whether a limit reaches the bound that the observed value can never exceed (for a lower limit: never fall below).
    pub fn is_vacuous(&self, rows: &[Row], limit: &Quantity) -> bool {
        let trivial = self
            .statement
            .trivial
            .as_ref()
            .and_then(|trivial| trivial.value(rows));
        trivial.is_some_and(|bound| match self.form().direction() {
            LimitDirection::Below => !limit.exceeds(&bound),
            // A limit on every trial that equals the bound is tight and says something. A mean reaches the bound only if every run does.
            LimitDirection::Above | LimitDirection::Both if self.form() == Form::Surely => {
                limit.exceeds(&bound)
            }
            LimitDirection::Above | LimitDirection::Both => !bound.exceeds(limit),
        })
    }
}
