//! Makes a card for every statement of the notes that some experiment of a folder checks.

use super::document::{Card, Inline};
use super::error::ReportError;
use super::evidence::{NamedRow, StatementEvidence};
use super::gauge::Gauge;
use super::note_statement::{NoteStatement, catalogue};
use super::summary::Summary;
use super::summary_row::SummaryRow;
use claims::judge::Verdict;
use std::collections::BTreeSet;

/// The statements of the notes, with the experiments of a folder that check them.
pub(super) struct Statements<'a> {
    entries: Vec<NoteStatement>,
    summaries: &'a [Summary],
}

impl<'a> Statements<'a> {
    /// Reads the catalogue of statements, and adds the experiments that check them.
    ///
    /// # Errors
    /// `Catalogue` if the catalogue compiled into the program cannot be read.
    pub(super) fn new(summaries: &'a [Summary]) -> Result<Self, ReportError> {
        Ok(Self {
            entries: catalogue()?,
            summaries,
        })
    }

    /// The cards of one note's statements, without the statements that no experiment of the folder checks.
    pub(super) fn of(&self, note: &str, dialect: &str) -> Vec<Card> {
        let own = self.entries.iter();
        own.filter(|entry| entry.note() == Some(note))
            .filter_map(|entry| self.card(entry, dialect))
            .collect()
    }

    fn card(&self, entry: &NoteStatement, dialect: &str) -> Option<Card> {
        let verdicts: Vec<&Verdict> = self
            .summaries
            .iter()
            .flat_map(|summary| &summary.verdicts)
            .collect();
        let evidence = StatementEvidence::of(entry, &verdicts);
        let own = self.found(&evidence.own);
        let steps = self.found(&evidence.steps);
        let (first, id) = match closest(&own) {
            Some((summary, row)) => (summary, Some(&row.id)),
            None => (steps.first()?.0, None),
        };
        let formula = id.and_then(|id| first.formulas.get(id));
        Some(Card {
            title: capitalised(&entry.theorem),
            href: first.page(dialect),
            text: Inline::parse(&format!("{}.", entry.statement.trim_end_matches('.'))),
            formula: formula.cloned().unwrap_or_default(),
            verdict: (!own.is_empty()).then(|| verdict(&own)),
            gauge: Gauge::of_statement(&evidence.limited(), evidence.refuted()),
            picture: first.picture.clone(),
            links: links(&[own, steps].concat(), dialect),
        })
    }

    /// Those of the claims that have a verdict in this folder, with their experiments.
    fn found<'b>(&self, claims: &'b [NamedRow]) -> Vec<(&'a Summary, &'b SummaryRow)> {
        let one = |(_, row): &'b NamedRow| {
            let row = row.as_ref()?;
            let mut summaries = self.summaries.iter();
            let summary = summaries.find(|summary| summary.experiment == row.experiment)?;
            Some((summary, row))
        };
        claims.iter().filter_map(one).collect()
    }
}

/// The summary of a claim's verdicts, with that of its experiment.
type Judged<'a, 'b> = (&'a Summary, &'b SummaryRow);

/// The claim with the longest bar, that is, the largest used fraction of its limit; or the first claim.
fn closest<'a, 'b>(own: &[Judged<'a, 'b>]) -> Option<Judged<'a, 'b>> {
    let used = |row: &SummaryRow| Gauge::new(row, &[]).map_or(-1.0, |gauge| gauge.used);
    let nearer = |best: Judged<'a, 'b>, next: Judged<'a, 'b>| match used(next.1) > used(best.1) {
        true => next,
        false => best,
    };
    own.iter().copied().reduce(nearer)
}

/// The distinct verdicts on all claims that check a statement, as text, and whether all are as expected.
fn verdict(checks: &[(&Summary, &SummaryRow)]) -> (String, bool) {
    let words: BTreeSet<&str> = checks
        .iter()
        .flat_map(|(_, row)| row.words.iter().map(|word| word.as_str()))
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
