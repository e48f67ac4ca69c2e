//! Holds a claim as a spec states it: on which cells and variants, with which margin, scale and expectation.

use super::{
    Answers, ClaimText, Form, LimitDirection, MarginSource, Premise, Registered, Scope, SlackKind,
    StatedIn, Statement, Variation,
};
use crate::trial::{Row, Setting};
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;
use strum::IntoStaticStr;

/// The verdict on a claim, or the verdict that a spec expects.
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
    /// The numbers refute the claim.
    Violated,
    /// There are too few replicates to tell.
    Inconclusive,
    /// Agreement says nothing, because the limit is no stricter than a trivial bound.
    Vacuous,
    /// No trial met the claim's premise.
    #[default]
    Inapplicable,
    /// For an illustration: the mean is within the number that was stated before the run.
    Shown,
    /// For an illustration: the mean is not within the number that was stated before the run.
    NotShown,
}

perceptron::documented::choice!(VerdictKind);

impl VerdictKind {
    /// The verdict as tables and files write it.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether the numbers refute the claim.
    pub fn refutes(self) -> bool {
        match self {
            Self::Violated | Self::NotShown => true,
            Self::Holds | Self::Shown | Self::Vacuous => false,
            Self::Inapplicable | Self::Inconclusive => false,
        }
    }
}

/// A claim as a spec states it: on which cells and variants, with which margin, scale and expected verdict.
#[derive(Debug, Clone)]
pub struct StatedClaim {
    /// The name of the claim in the spec, unique there.
    pub id: String,
    /// The claim of the registry that is stated, with its own keys.
    pub claim: Registered,
    /// The relation between observed number and limit that the claim states, with γ from `margin`.
    pub statement: Statement,
    /// The id of the claim of which this one is a control.
    pub control_of: Option<String>,
    /// The names of the variants that the claim is about, in the order in which the spec names them; empty if no learner runs.
    pub variants: Vec<String>,
    /// The indices of the cells that the claim is about.
    pub cells: BTreeSet<usize>,
    /// The factor by which the limit is multiplied.
    pub scale: Rational,
    /// The relative widening of the limit, stated before the run, with which a mean or a probability may still be judged `holds` or `shown`.
    pub slack: f64,
    /// Meaning of the slack: the resolution of `holds`, or a tolerance on both sides.
    pub slack_kind: SlackKind,
    /// The author's reason why the slack is as large as it is.
    pub slack_reason: Option<String>,
    /// Which margin γ the limit uses.
    pub margin: MarginSource,
    /// Whether the claim speaks of the Monte Carlo estimates that it reads, and not of the numbers that they estimate.
    pub about_estimates: bool,
    /// Whether the claim is evaluated although its premise fails, as some controls are.
    pub premise_waived: bool,
    /// The verdict that is expected.
    pub expect: VerdictKind,
    /// How the claim answers the spec's question if it holds; `None` if it does not answer it.
    pub answers: Option<Answers>,
    /// Whether the claim is a goal to work for: reached when its verdict is the expected one, and never unexpected.
    pub goal: bool,
    /// Whether the claim compares more than two variants and expects nothing: it asks which is smaller.
    pub asks_which: bool,
    /// The number of replicates on which it is judged, the first ones, if a column that it reads is measured on no others.
    pub judged_on: Option<u64>,
    /// Where the statement is made; `None` if the spec makes it, as its own conjecture or by the name of a theorem.
    pub stated_in: Option<StatedIn>,
    /// The numbers of the statements that it is about, in addition to those of a theorem.
    pub number: Vec<String>,
}

impl StatedClaim {
    /// Returns a claim of the registry with default settings, on the first cell and without variants. The caller changes what it needs otherwise.
    pub fn plain(claim: Registered) -> Self {
        let margin = claim.statement(&MarginSource::Sample).default_margin();
        Self {
            id: claim.plain_id(),
            statement: claim.statement(&margin).where_measured(),
            control_of: None,
            variants: Vec::new(),
            cells: BTreeSet::from([0]),
            scale: Rational::one(),
            slack: 0.0,
            slack_kind: claim.statement(&MarginSource::Sample).slack_kind,
            slack_reason: None,
            claim,
            margin,
            about_estimates: false,
            premise_waived: false,
            expect: VerdictKind::Holds,
            answers: None,
            goal: false,
            asks_which: false,
            judged_on: None,
            stated_in: None,
            number: Vec::new(),
        }
    }

    /// Returns the claim with this id, if there is one.
    pub fn with_id(self, id: Option<String>) -> Self {
        let id = id.unwrap_or_else(|| self.id.clone());
        Self { id, ..self }
    }

    /// Returns the claim with γ from another source.
    pub fn with_margin(self, margin: MarginSource) -> Self {
        Self {
            statement: self.claim.statement(&margin).where_measured(),
            margin,
            ..self
        }
    }

    /// Returns the claim with generator.KEY and variant.KEY in the formulas of a conjecture replaced by their numbers in a setting.
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

    /// Whether the claim, with its keys and its margin, is a theorem, which holds wherever its premises do.
    pub fn is_theorem(&self) -> bool {
        match &self.claim {
            Registered::Theorem(claim) => claim.is_theorem(&self.margin),
            _ => false,
        }
    }

    /// The part of the limit by which the claim may miss it without being `violated`: the slack of an approximate claim, 0 for an exact one.
    pub fn tolerance(&self) -> f64 {
        match self.slack_kind {
            SlackKind::Exact => 0.0,
            SlackKind::Approximate => self.slack,
        }
    }

    /// Returns why the observed value or the limit does not exist on one trial, or on a pair; `None` if both exist or no reason is known.
    pub fn missing(&self, rows: &[Row]) -> Option<String> {
        let Statement {
            observed, limit, ..
        } = &self.statement;
        observed.missing(rows).or_else(|| limit.missing(rows))
    }

    /// The texts to print for the claim, which say so if it speaks of estimates.
    pub fn printed(&self) -> ClaimText {
        let text = self.claim.printed();
        match self.about_estimates {
            true => ClaimText {
                statement: format!(
                    "Of the Monte Carlo estimates, not of the numbers that they estimate: {}",
                    text.statement
                ),
                ..text
            },
            false => text,
        }
    }

    /// The name of the claim on a page: its id, and for one that the spec states without an id its formula in symbols.
    pub fn name_on_page(&self) -> String {
        match &self.claim {
            Registered::Conjecture(_) if self.id == self.claim.plain_id() => {
                self.claim.printed().formula
            }
            _ => self.id.clone(),
        }
    }

    /// The quantifier of the claim.
    pub fn form(&self) -> Form {
        self.statement.form
    }

    /// The name of the claim in the registry.
    pub fn name(&self) -> &'static str {
        self.claim.documentation().name
    }

    /// Returns, for each verdict on one cell or on the sweep, the names of the variants that it is about: one, or both of a pair. Of more than two
    /// variants, each is paired with each later one. Returns one empty list if no learner runs.
    pub fn subjects(&self) -> Vec<Vec<String>> {
        let (all, pair) = (&self.variants, |one: &String, other: &String| {
            vec![one.clone(), other.clone()]
        });
        match self.statement.scope {
            Scope::Pair => {
                let pairs = all.iter().enumerate();
                let pairs = pairs.flat_map(|(place, one)| {
                    all[place + 1..].iter().map(move |other| pair(one, other))
                });
                pairs.collect()
            }
            Scope::Trial | Scope::Sweep if self.variants.is_empty() => vec![Vec::new()],
            Scope::Trial | Scope::Sweep => self
                .variants
                .iter()
                .map(|name| vec![name.clone()])
                .collect(),
        }
    }

    /// Whether the claim compares more than two variants, each with each later one, in the order of their list.
    pub fn compares_all(&self) -> bool {
        self.statement.scope == Scope::Pair && self.variants.len() > 2
    }

    /// Number of verdicts on this claim: one per cell and variant (or pair), or one per variant if the claim is about all cells at once.
    pub fn verdicts(&self) -> usize {
        let cells = if self.is_about_sweep() {
            1
        } else {
            self.cells.len()
        };
        cells * self.subjects().len()
    }

    /// Whether the claim is about all cells at once.
    pub fn is_about_sweep(&self) -> bool {
        self.statement.scope == Scope::Sweep
    }

    /// Whether the claim applies to this trial or pair of trials: its premises may hold on them, or are waived.
    pub fn speaks_of(&self, rows: &[Row]) -> bool {
        self.failed_premise(rows).is_none()
    }

    /// The first premise that fails on this trial or pair of trials; `None` if premises are waived.
    pub fn failed_premise(&self, rows: &[Row]) -> Option<&Premise> {
        let fails = |premise: &&Premise| !rows.iter().all(|row| premise.may_hold(row));
        self.statement
            .premises
            .iter()
            .find(fails)
            .filter(|_| !self.premise_waived)
    }

    /// Returns the first premise of which it is known before a run that it fails for one of these settings (variants); `None` if premises are waived.
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

    /// The observed value on one trial, or on a pair of trials; `None` if a column that it reads is missing.
    pub fn observed(&self, rows: &[Row]) -> Option<Quantity> {
        self.statement.observed.value(rows)
    }

    /// The limit on one trial, or on a pair of trials, multiplied by `scale`; `None` if a column that it reads is missing.
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

    /// The bound that the observed value can never exceed on a trial or pair (for a lower limit: never fall below); `None` if none is known.
    pub fn trivial(&self, rows: &[Row]) -> Option<Quantity> {
        self.statement.trivial.as_ref()?.value(rows)
    }

    /// Whether a limit of this claim says nothing. Such a limit reaches the bound that the observed value can never exceed (for a lower limit: never
    /// fall below). It must be above that bound with the form `Surely`, because an equal limit is one that a trial can attain, and if an equal
    /// observed value counts as beyond its limit.
    pub fn is_vacuous(&self, rows: &[Row], limit: &Quantity) -> bool {
        let equality_matters = self.form() == Form::Surely || self.statement.equality_is_beyond;
        self.trivial(rows)
            .is_some_and(|bound| match self.form().direction() {
                LimitDirection::Below => !limit.exceeds(&bound),
                // A limit on every trial that equals the bound is tight and says something. A mean reaches the bound only if every run does.
                LimitDirection::Above | LimitDirection::Both if equality_matters => {
                    limit.exceeds(&bound)
                }
                LimitDirection::Above | LimitDirection::Both => !bound.exceeds(limit),
            })
    }
}
