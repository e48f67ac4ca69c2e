//! Joins the catalogue of all statements of the notes with the verdicts on them: the table of docs/claims.md.

use super::ReportError;
use super::document::{Block, Cell, Document, Table, TableColumn};
use super::notes;
use super::summary::{SummaryRow, summarise};
use claims::judge::Verdict;
use serde::Deserialize;

/// A statement of a note, with the claims of experiments that check it, or the reason why nothing has to be checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteStatement {
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
    entries: Vec<NoteStatement>,
}

impl NoteStatement {
    /// The note it comes from; `None` if its number has the letter of no note.
    pub fn note(&self) -> Option<&'static str> {
        notes::of_letter(self.number.chars().nth(2)?)
    }
}

/// Every statement of the five notes, in the order of the notes.
///
/// # Errors
/// `Catalogue` if the file that is compiled in is no catalogue.
pub fn catalogue() -> Result<Vec<NoteStatement>, ReportError> {
    let read: Catalogue = toml::from_str(include_str!("catalogue.toml"))?;
    Ok(read.entries)
}

/// The catalogue with the verdicts on every statement, read from the file `source`; empty cells
/// where a claim was not judged yet.
///
/// # Errors
/// `Catalogue` if the file that is compiled in is no catalogue.
pub fn claims_document(verdicts: &[Verdict], source: &str) -> Result<Document, ReportError> {
    let rows = summarise(verdicts);
    let text = "Every statement of the five notes: what checks it, how close to its limit the numbers came, and the control that had to be refuted. \
                The distance of a control is the factor between its limit and what was observed, at its nearest: a wrong claim that is this near to the truth is \
                caught. It is empty where numbers are compared that have no ratio. \
                The note and the theorem are named in the second column. `perceptron-lab explain CLAIM` states a claim in full.";
    let made = format!(
        "Made by `perceptron-lab list claims --markdown` from `src/report/catalogue.toml` and `{source}`."
    );
    let blocks = vec![
        Block::paragraph(text),
        Block::paragraph(&made),
        Block::Table(table(&catalogue()?, &rows)),
    ];
    Ok(Document {
        title: "The statements of the notes, and the verdicts on them".into(),
        blocks,
    })
}

fn table(entries: &[NoteStatement], rows: &[SummaryRow]) -> Table {
    let columns = vec![
        TableColumn::left("number"),
        TableColumn::left("note, theorem"),
        TableColumn::left("statement"),
        TableColumn::left("form"),
        TableColumn::left("experiment: claim"),
        TableColumn::right("tightest"),
        TableColumn::left("verdict"),
        TableColumn::left("control"),
        TableColumn::right("its distance"),
        TableColumn::left("verdict of the control"),
    ];
    Table::plain(
        columns,
        entries.iter().map(|entry| cells(entry, rows)).collect(),
    )
}

fn cells(entry: &NoteStatement, rows: &[SummaryRow]) -> Vec<Cell> {
    let checks = found(&entry.checks, rows);
    let controls = found(&entry.controls, rows);
    // A step of the proof may be tight where the theorem is not: only checks of the statement's own form say how tight it is.
    let own = |row: &&&SummaryRow| row.form == entry.form;
    let is_own = checks.iter().flatten().any(|row| row.form == entry.form);
    let tightest = checks
        .iter()
        .flatten()
        .filter(|row| !is_own || own(row))
        .filter_map(|row| row.tightness)
        .reduce(f64::max);
    let nearest = controls.iter().flatten().filter_map(|row| row.distance);
    let explained = if entry.checks.is_empty() {
        entry.explained.clone()
    } else {
        listed(&entry.checks, &entry.explained)
    };
    vec![
        entry.number.as_str().into(),
        of_note(entry).into(),
        entry.statement.as_str().into(),
        entry.form.as_str().into(),
        explained.into(),
        tightest.into(),
        words(&checks).into(),
        entry.controls.join("; ").into(),
        nearest.reduce(f64::min).into(),
        words(&controls).into(),
    ]
}

/// The note and what it calls the statement.
fn of_note(entry: &NoteStatement) -> String {
    match entry.note() {
        Some(note) => format!("{note}, {}", entry.theorem),
        None => entry.theorem.clone(),
    }
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
