//! Holds what the page of an experiment is made of.

use claims::claim::StatedClaim;
use claims::figure::chart::Chart;
use claims::judge::Verdict;
use claims::stats::AlphaLedger;
use std::collections::BTreeMap;

/// What a page is made of; nothing in it changes from run to run.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// The experiment's name.
    pub experiment: &'a str,
    /// The spec's title.
    pub title: &'a str,
    /// The spec's question.
    pub question: &'a str,
    /// The spec's prose, with its numbers.
    pub analysis: &'a str,
    /// The spec's own answer, with its numbers.
    pub own_answer: Option<&'a str>,
    /// The command that makes the results again.
    pub command: &'a str,
    /// Program version and spec hash.
    pub revision: &'a str,
    /// The spec, verbatim.
    pub spec: &'a str,
    /// How α is split over the theorems.
    pub theorems: AlphaLedger,
    /// How α is split over the controls.
    pub controls: AlphaLedger,
    /// The claims in the order of the spec.
    pub claims: &'a [StatedClaim],
    /// The verdicts.
    pub verdicts: &'a [Verdict],
    /// The figures.
    pub charts: &'a [Chart],
    /// What could not be read, so that the page is without it.
    pub missing: &'a [Missing],
    /// Pages of the runs that came closest, by the claim's id: where they are, relative to the report.
    pub runs: &'a BTreeMap<String, String>,
}

/// What a page may be without, because its file is missing or damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `verdicts.json` cannot be read.
    Verdicts,
    /// `trials.parquet` cannot be read.
    Figures,
}

impl Missing {
    /// The sentence that the page has in its place.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Verdicts => {
                "`verdicts.json` is missing or damaged, so this page has no answer and no verdict; `perceptron-lab judge` writes it from the trials."
            }
            Self::Figures => {
                "`trials.parquet` is missing or damaged, so this page has no figure; the command at its end, with `--fresh`, runs the trials again."
            }
        }
    }
}
