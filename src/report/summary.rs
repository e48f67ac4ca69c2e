//! Summarizes the page of an experiment for the index. Its table of claims is shared by terminal, report and index.

use super::answer;
use super::document::{Inline, PictureFile, Table, TableCell, TableColumn};
use super::page_content::Page;
use super::summary_row::{SummaryRow, summarise};
use claims::judge::Verdict;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The numbers and texts of the index about one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The experiment's name, which is its path below `results`.
    pub experiment: String,
    /// The experiment's title.
    pub title: String,
    /// The prose in the spec, with the numbers of the run filled in.
    pub analysis: String,
    /// The question that the experiment answers.
    pub question: String,
    /// The first sentence of the answer to the question.
    pub answer: Vec<Inline>,
    /// All sentences of the answer, as plain text; empty without one.
    pub sentences: String,
    /// The id of the claim that answers the question.
    pub lead: Option<String>,
    /// The statements of the experiment's claims by the claim's id: text with TeX between dollar signs.
    pub formulas: BTreeMap<String, String>,
    /// The experiment's first figure.
    pub picture: Option<PictureFile>,
    /// Number of the experiment's runs that were judged.
    pub runs: u64,
    /// One summary per claim of the experiment.
    pub rows: Vec<SummaryRow>,
    /// The verdicts that `rows` summarizes.
    pub verdicts: Vec<Verdict>,
}

impl Summary {
    /// Summarizes an experiment from its page; `picture` is the page's first figure.
    pub fn of(page: &Page, picture: Option<PictureFile>) -> Self {
        let answer = answer::answer(page.claims, page.verdicts, page.words);
        let formulas = page.claims.iter();
        let formulas = formulas.map(|claim| (claim.id.clone(), claim.printed().tex));
        Self {
            experiment: page.experiment.into(),
            title: page.title.into(),
            analysis: page.analysis.into(),
            question: page.question.trim().into(),
            sentences: answer
                .as_ref()
                .map(answer::Answer::plain)
                .unwrap_or_default(),
            answer: answer.map(|answer| answer.headline).unwrap_or_default(),
            lead: answer::lead(page.claims).map(|lead| lead.id.clone()),
            formulas: formulas.collect(),
            picture,
            runs: runs(page.verdicts),
            rows: summarise(page.verdicts),
            verdicts: page.verdicts.to_vec(),
        }
    }

    /// The summary of the experiment's claim with this id.
    pub fn row(&self, id: &str) -> Option<&SummaryRow> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The summaries of the controls of the experiment's claim with this id.
    pub fn controls(&self, id: &str) -> Vec<&SummaryRow> {
        let controls = self.rows.iter();
        let is_own = |row: &&SummaryRow| row.control_of.as_deref() == Some(id);
        controls.filter(is_own).collect()
    }

    /// Path of the experiment's page below `results`; `dialect` is the file extension, `md` or `html`.
    pub fn page(&self, dialect: &str) -> String {
        format!("{}/report.{dialect}", self.experiment)
    }
}

/// Counts the runs on which verdicts rest. For each cell and variant, the claim with the most trials counts; variants with identical runs count once,
/// and a verdict on pairs rests on the runs of both variants.
pub(super) fn runs(verdicts: &[Verdict]) -> u64 {
    let of_cells = || verdicts.iter().filter(|verdict| verdict.cell.is_some());
    let run_by = |verdict: &Verdict, variant: &Value| json!([verdict.cell, variant]).to_string();
    let same = of_cells().filter_map(|verdict| {
        let first = json!(verdict.same_runs_as.as_ref()?);
        Some((run_by(verdict, &verdict.variant), run_by(verdict, &first)))
    });
    let same: BTreeMap<String, String> = same.collect();
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    for verdict in of_cells() {
        let variants = match &verdict.variant {
            Value::Array(pair) => pair.as_slice(),
            single => std::slice::from_ref(single),
        };
        for variant in variants {
            let own = run_by(verdict, variant);
            let runs = known
                .entry(same.get(&own).cloned().unwrap_or(own))
                .or_default();
            *runs = verdict.trials.max(*runs);
        }
    }
    // Claims about all settings have no cell; their runs are those of the whole study.
    let of_all = verdicts.iter().map(|verdict| verdict.trials).max();
    let runs = known.values().sum();
    of_all.filter(|_| known.is_empty()).unwrap_or(runs)
}

/// Summaries of claims as a table: experiment, claim, cells, trials, worst tightness, verdict, expected.
pub fn table(rows: &[SummaryRow]) -> Table {
    let columns = vec![
        TableColumn::left_aligned("experiment"),
        TableColumn::left_aligned("claim"),
        TableColumn::right("cells"),
        TableColumn::right("trials"),
        TableColumn::right("worst tightness"),
        TableColumn::left_aligned("verdict"),
        TableColumn::left_aligned("expected"),
    ];
    Table::plain(columns, rows.iter().map(line).collect())
}

fn line(row: &SummaryRow) -> Vec<TableCell> {
    vec![
        row.experiment.as_str().into(),
        row.title().into(),
        (row.cells as u64).into(),
        row.trials.into(),
        row.tightness.into(),
        TableCell::Verdict {
            word: row.verdict.clone(),
            as_expected: row.as_expected,
        },
        match row.reached {
            None if row.asks_which => "none".into(),
            None => row.expected.as_str().into(),
            Some(true) => "goal: reached".into(),
            Some(false) => "goal: not yet".into(),
        },
    ]
}
