//! Makes a card of every statement of the notes that some experiment of a folder checks.

use super::ReportError;
use super::catalogue::{NoteStatement, catalogue};
use super::document::{Card, Inline};
use super::gauge::Gauge;
use super::summary::{Summary, SummaryRow};
use std::collections::BTreeSet;

/// The statements of the notes beside the experiments that check them.
pub(super) struct Statements<'a> {
    entries: Vec<NoteStatement>,
    summaries: &'a [Summary],
}

impl<'a> Statements<'a> {
    /// # Errors
    /// `Catalogue` if the catalogue that is compiled in cannot be read.
    pub fn new(summaries: &'a [Summary]) -> Result<Self, ReportError> {
        Ok(Self {
            entries: catalogue()?,
            summaries,
        })
    }

    /// The cards of one note, without the statements that nothing in the folder checks.
    pub fn of(&self, note: &str, dialect: &str) -> Vec<Card> {
        let own = self.entries.iter();
        own.filter(|entry| entry.note() == Some(note))
            .filter_map(|entry| self.card(entry, dialect))
            .collect()
    }

    fn card(&self, entry: &NoteStatement, dialect: &str) -> Option<Card> {
        let checks = self.found(&entry.checks);
        let controls = self.found(&entry.controls);
        let own: Vec<_> = checks
            .iter()
            .filter(|(_, row)| row.form == entry.form)
            .copied()
            .collect();
        // A step of a proof may be tight where the theorem is not.
        let judged = if own.is_empty() { &checks } else { &own };
        let rows: Vec<&SummaryRow> = judged.iter().map(|(_, row)| *row).collect();
        let control_rows: Vec<&SummaryRow> = controls.iter().map(|(_, row)| *row).collect();
        let (first, row) = closest(judged)?;
        Some(Card {
            title: capitalised(&entry.theorem),
            href: first.page(dialect),
            text: Inline::parse(&format!("{}.", entry.statement.trim_end_matches('.'))),
            formula: first.formulas.get(&row.id).cloned().unwrap_or_default(),
            verdict: Some(verdict(&checks)),
            gauge: Gauge::of_all(&rows, &control_rows),
            picture: first.picture.clone(),
            links: links(&checks, dialect),
        })
    }

    /// The claims that references name, with their experiments; those of the folder only.
    fn found(&self, references: &[String]) -> Vec<(&'a Summary, &'a SummaryRow)> {
        let one = |reference: &String| {
            let (experiment, id) = reference.split_once(": ")?;
            let mut summaries = self.summaries.iter();
            let summary = summaries.find(|summary| summary.experiment == experiment)?;
            Some((summary, summary.row(id)?))
        };
        references.iter().filter_map(one).collect()
    }
}

/// The claim whose bar is longest, or the first.
fn closest<'a>(judged: &[(&'a Summary, &'a SummaryRow)]) -> Option<(&'a Summary, &'a SummaryRow)> {
    let used = |row: &SummaryRow| Gauge::new(row, &[]).map_or(-1.0, |gauge| gauge.used);
    let first = judged.first().copied()?;
    let nearer =
        |best: (&'a Summary, &'a SummaryRow), next: &(&'a Summary, &'a SummaryRow)| match used(
            next.1,
        ) > used(
            best.1,
        ) {
            true => *next,
            false => best,
        };
    Some(judged.iter().fold(first, nearer))
}

/// The words of all checks, each once, and whether all are as expected.
fn verdict(checks: &[(&Summary, &SummaryRow)]) -> (String, bool) {
    let words: BTreeSet<&str> = checks
        .iter()
        .flat_map(|(_, row)| row.words.iter().map(|word| word.word()))
        .collect();
    let as_expected = checks.iter().all(|(_, row)| row.as_expected);
    (
        words.into_iter().collect::<Vec<_>>().join(", "),
        as_expected,
    )
}

fn links(checks: &[(&Summary, &SummaryRow)], dialect: &str) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let experiments = checks.iter().map(|(summary, _)| summary);
    let new = experiments.filter(|summary| seen.insert(summary.experiment.clone()));
    new.map(|summary| (summary.experiment.clone(), summary.page(dialect)))
        .collect()
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
