//! Holds the content of an experiment's page.

use super::data_table::DataTable;
use super::draw::{FigureFormat, Provenance};
use claims::claim::StatedClaim;
use claims::figure::chart::Chart;
use claims::judge::Verdict;
use claims::stats::AlphaLedger;
use std::collections::BTreeMap;

/// The content of the page of one experiment; nothing in it changes from run to run.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// The experiment's name.
    pub experiment: &'a str,
    /// The spec's title.
    pub title: &'a str,
    /// The spec's question.
    pub question: &'a str,
    /// The prose in the spec (its key `analysis`), with the numbers of this run filled in.
    pub analysis: &'a str,
    /// The words in which claims answer the question, with the numbers of this run filled in, by the id of the claim.
    pub words: &'a BTreeMap<String, String>,
    /// The answer that the spec states itself, with the numbers of this run filled in.
    pub own_answer: Option<&'a str>,
    /// The command that reproduces the results.
    pub command: &'a str,
    /// Program version, spec hash and trials hash of the results.
    pub revision: &'a str,
    /// The seed of the spec.
    pub seed: u64,
    /// The spec, verbatim.
    pub spec: &'a str,
    /// How the error probability α is split over the statistical verdicts on theorems.
    pub theorems: AlphaLedger,
    /// How the error probability α is split over the statistical verdicts on controls.
    pub controls: AlphaLedger,
    /// The claims in the order of the spec.
    pub claims: &'a [StatedClaim],
    /// Names of the variants whose learner is defined in floats.
    pub learners_in_floats: &'a [String],
    /// The verdicts on the claims, for every cell and variant.
    pub verdicts: &'a [Verdict],
    /// Sentences about the data files: what was left out, and what a replicate is trained and tested on.
    pub data: &'a [String],
    /// The means of the runs, with standard errors.
    pub means: Option<&'a DataTable>,
    /// For every variant and configuration that it chose, the number of runs.
    pub choices: Option<&'a DataTable>,
    /// The experiment's figures, still as data.
    pub charts: &'a [Chart],
    /// The formats in which the user asked for the figures.
    pub formats: &'a [FigureFormat],
    /// The parts that the page lacks because their file could not be read.
    pub missing: &'a [Missing],
    /// Paths, relative to the report, of the pages that replay the run closest to a claim's limit, by the claim's id.
    pub runs: &'a BTreeMap<String, String>,
}

impl Page<'_> {
    /// Says where the figures of the page come from.
    pub(super) fn provenance(&self) -> Provenance {
        Provenance {
            experiment: self.experiment.to_owned(),
            revision: self.revision.to_owned(),
            seed: self.seed,
            command: self.command.to_owned(),
        }
    }
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
    /// The sentence that the page shows instead of the missing part.
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
