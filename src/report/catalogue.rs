//! Joins the catalogue of all statements of the notes with the verdicts on them: the table of docs/claims.md.

use super::document::{Align, Block, Cell, Column, Document, Table, number};
use super::summary::{SummaryRow, summarise};
use claims::judge::Verdict;
use serde::Deserialize;

/// A statement of a note, with the claims of experiments that check it, or the reason why nothing has to be checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number in the catalogue, such as C-B8; the letter names the note.
    pub number: String,
    /// What the note calls it.
    pub theorem: String,
    /// What it says.
    pub statement: String,
    /// Its quantifier, or `definition`.
    pub form: String,
    /// Claims that check it, as `experiment: id`.
    #[serde(default)]
    pub checks: Vec<String>,
    /// Controls and statements as printed, which must come out violated (of an illustration: not shown), as `experiment: id`.
    #[serde(default)]
    pub controls: Vec<String>,
    /// Where a definition is used, or what a check means.
    #[serde(default)]
    pub explained: String,
}

#[derive(Deserialize)]
struct Catalogue {
    entries: Vec<Entry>,
}

impl Entry {
    /// The note it comes from.
    pub fn note(&self) -> &'static str {
        match self.number.as_bytes().get(2) {
            Some(b'B') => "Bartlett",
            Some(b'V') => "Vaughan",
            Some(b'M') => "MIT",
            Some(b'H') => "Hardt and Recht",
            _ => "Urner",
        }
    }

    /// The claims that check it and its controls, as (experiment, id).
    pub fn references(&self) -> impl Iterator<Item = (&str, &str)> {
        self.checks
            .iter()
            .chain(&self.controls)
            .map(|reference| reference.split_once(": ").unwrap_or((reference, "")))
    }
}

/// Every statement of the five notes, in the order of the notes; the file is compiled in, and a test reads all of it.
pub fn catalogue() -> Vec<Entry> {
    toml::from_str::<Catalogue>(include_str!("catalogue.toml"))
        .map(|catalogue| catalogue.entries)
        .unwrap_or_default()
}

/// The catalogue with the verdicts on every statement, read from the file `source`; empty cells where a claim was not judged yet.
pub fn claims_document(verdicts: &[Verdict], source: &str) -> Document {
    let rows = summarise(verdicts);
    let text = "Every statement of the five notes: what checks it, how close to its limit the numbers came, and the control that had to be refuted. \
                The note and the theorem are named in the second column. `perceptron-lab explain CLAIM` states a claim in full.";
    let made = format!(
        "Made by `perceptron-lab list claims --markdown` from `src/report/catalogue.toml` and `{source}`."
    );
    let blocks = vec![
        Block::paragraph(text),
        Block::paragraph(&made),
        Block::Table(table(&catalogue(), &rows)),
    ];
    Document {
        title: "The statements of the notes, and the verdicts on them".into(),
        blocks,
    }
}

fn table(entries: &[Entry], rows: &[SummaryRow]) -> Table {
    let mut columns: Vec<Column> = [
        "number",
        "note, theorem",
        "statement",
        "form",
        "experiment: claim",
        "tightest",
        "verdict",
        "control",
        "verdict of the control",
    ]
    .map(Column::left)
    .to_vec();
    columns[5].align = Align::Right;
    Table {
        caption: String::new(),
        columns,
        rows: entries.iter().map(|entry| cells(entry, rows)).collect(),
    }
}

fn cells(entry: &Entry, rows: &[SummaryRow]) -> Vec<Cell> {
    let checks = found(&entry.checks, rows);
    let controls = found(&entry.controls, rows);
    let tightest = checks
        .iter()
        .flatten()
        .filter_map(|row| row.tightness)
        .reduce(f64::max);
    let explained = if entry.checks.is_empty() {
        entry.explained.clone()
    } else {
        listed(&entry.checks, &entry.explained)
    };
    vec![
        entry.number.as_str().into(),
        format!("{}, {}", entry.note(), entry.theorem).into(),
        entry.statement.as_str().into(),
        entry.form.as_str().into(),
        explained.into(),
        tightest.map_or(Cell::Empty, |ratio| Cell::Text(number(ratio))),
        words(&checks).into(),
        entry.controls.join("; ").into(),
        words(&controls).into(),
    ]
}

fn listed(checks: &[String], explained: &str) -> String {
    if explained.is_empty() {
        checks.join("; ")
    } else {
        format!("{}. {explained}", checks.join("; "))
    }
}

/// The rows that references name; `None` where there is no verdict yet.
fn found<'a>(references: &[String], rows: &'a [SummaryRow]) -> Vec<Option<&'a SummaryRow>> {
    let row = |reference: &String| {
        rows.iter()
            .find(|row| format!("{}: {}", row.experiment, row.id) == *reference)
    };
    references.iter().map(row).collect()
}

/// The words that the rows agree on, each once.
fn words(rows: &[Option<&SummaryRow>]) -> String {
    let mut words: Vec<&str> = rows
        .iter()
        .map(|row| row.map_or("not judged", |row| row.verdict.as_str()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(", ")
}
