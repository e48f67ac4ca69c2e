//! Reads a file of points: which claims of `grade` count how much, and what is deducted.

use crate::grading::{Check, GradedRule};
use claims::problem::{Place, Problem};
use perceptron::sample::Rational;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// A file of points for learners, as docs/points.md has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsFile {
    /// Title of the sheet.
    #[serde(default = "title")]
    pub(super) title: String,
    /// Part of the points that a claim gets which is not refuted, if the learner failed before every sample was shown: from 0 to 1.
    #[serde(default = "Rational::zero")]
    pub(super) unfinished: Rational,
    #[serde(default, rename = "item")]
    pub(super) items: Vec<Item>,
    #[serde(default, rename = "deduction")]
    pub(super) deductions: Vec<Deduction>,
}

/// Claims that together give points.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) points: Rational,
    pub(super) checks: Vec<String>,
    /// How the points are shared out among the claims.
    #[serde(default)]
    pub(super) share: Share,
    /// The part that a claim keeps if it is refuted late in the catalogue, which shows the smallest samples first.
    pub(super) late: Option<Late>,
}

/// How the points of an item are shared out among its claims.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Share {
    /// Each claim gives an equal part.
    #[default]
    Each,
    /// There are points only if no claim is refuted.
    All,
}

/// Points for a claim that is refuted by large samples only.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Late {
    /// Number of samples on which the claim held before it was refuted.
    pub(super) samples: u64,
    /// Part of the claim's points that is kept: from 0 to 1.
    pub(super) keeps: Rational,
}

/// Points that a refuted claim costs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deduction {
    pub(super) check: String,
    pub(super) points: Rational,
}

fn title() -> String {
    "Perceptron".to_owned()
}

impl PointsFile {
    /// Reads the text of a file of points for a rule.
    ///
    /// # Errors
    /// The text is no TOML, has an unknown key, a number out of its range, or a claim that is not made about this rule.
    pub fn read(text: &str, path: &Path, graded: &GradedRule) -> Result<Self, Problem> {
        let read: Result<Self, _> = toml::from_str(text);
        let file = read.map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let problem = Problem::new(error.message()).at(Place::in_text(path, text, start));
            problem.help("docs/points.md has the keys of a file of points")
        })?;
        file.check(graded)
            .map_err(|problem| problem.at(Place::of(path)))?;
        Ok(file)
    }

    /// One point for each claim about a rule.
    pub fn usual(graded: &GradedRule) -> Self {
        let item = |check: Check| Item {
            name: check.id(graded).to_owned(),
            points: Rational::one(),
            checks: vec![check.id(graded).to_owned()],
            share: Share::Each,
            late: None,
        };
        Self {
            title: title(),
            unfinished: Rational::zero(),
            items: Check::all(graded).into_iter().map(item).collect(),
            deductions: Vec::new(),
        }
    }

    fn check(&self, graded: &GradedRule) -> Result<(), Problem> {
        if self.items.is_empty() {
            return Err(Problem::new("the file gives no points").help("add an [[item]]"));
        }
        let mut names = BTreeSet::new();
        for item in &self.items {
            item.check()?;
            if !names.insert(item.name.as_str()) {
                let twice = format!("two items are named `{}`", item.name);
                return Err(Problem::new(twice).help("give each item a name of its own"));
            }
        }
        let late = self.items.iter().filter_map(|item| item.late.as_ref());
        for part in late.map(|late| &late.keeps).chain([&self.unfinished]) {
            if part.is_negative() || *part > Rational::one() {
                return Err(Problem::new(format!("{part} is no part of the points"))
                    .note("allowed", "from 0 to 1, such as \"1/2\""));
            }
        }
        self.check_claims(graded)
    }

    /// Refuses names of claims that are not made about this rule.
    fn check_claims(&self, graded: &GradedRule) -> Result<(), Problem> {
        let made: Vec<&str> = Check::all(graded)
            .into_iter()
            .map(|check| check.id(graded))
            .collect();
        let of_items = self.items.iter().flat_map(|item| &item.checks);
        let named = of_items.chain(self.deductions.iter().map(|deduction| &deduction.check));
        match named.into_iter().find(|id| !made.contains(&id.as_str())) {
            None => Ok(()),
            Some(unknown) => {
                let rule = graded.name();
                Err(
                    Problem::new(format!("`{unknown}` is no claim about the rule {rule}"))
                        .note("allowed", made.join(", ")),
                )
            }
        }
    }
}

impl Item {
    fn check(&self) -> Result<(), Problem> {
        let name = &self.name;
        if self.checks.is_empty() {
            return Err(Problem::new(format!("item `{name}` names no claim"))
                .help("such as checks = [\"mistake-bound\"]"));
        }
        match self.points.is_negative() {
            false => Ok(()),
            true => Err(
                Problem::new(format!("item `{name}` has a negative number of points"))
                    .help("a [[deduction]] takes points off"),
            ),
        }
    }
}
