//! Holds the content of an experiment's page.

use claims::claim::StatedClaim;
use claims::figure::chart::Chart;
use claims::judge::Verdict;
use claims::stats::AlphaLedger;
use std::collections::BTreeMap;

/// The content of a page; nothing in it changes from run to run.
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
    /// The command that reproduces the results.
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
    /// The parts that the page lacks because their file could not be read.
    pub missing: &'a [Missing],
    /// Paths of the pages of the closest runs, relative to the report, by the claim's id.
    pub runs: &'a BTreeMap<String, String>,
}

/// A part that a page may lack, because its file is missing or damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `verdicts.json` cannot be read.
    Verdicts,
    /// `trials.parquet` cannot be read.
    Figures,
}

impl Missing {
    /// The sentence that the page shows instead.
    pub(super) fn label(self) -> &'static str {
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
