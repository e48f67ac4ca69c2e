//! Writes the page on what the notes get wrong: every statement as printed with its witness, and the repaired one beside it.

use super::document::{Block, Cell, Document, Inline, Table, TableColumn};
use super::notes::is_erratum;
use super::summary::{Summary, is_refutation};
use super::{ReportError, write_both};
use claims::claim::VerdictWord;
use claims::judge::Verdict;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Writes `errata.md` and `errata.html` into the folder that holds the experiments' folders, if any experiment is about an erratum; returns
/// whether it did.
///
/// # Errors
/// `Disk` if a file cannot be written, `Errata` if the catalogue that is compiled in cannot be read.
pub fn write_errata(
    results: &Path,
    summaries: &[Summary],
    verdicts: &[Verdict],
) -> Result<bool, ReportError> {
    let errata: Vec<&Summary> = summaries
        .iter()
        .filter(|summary| is_erratum(&summary.experiment))
        .collect();
    if errata.is_empty() {
        return Ok(false);
    }
    let known = entries()?;
    write_both(results, "errata", |dialect| {
        let table = overview(&errata, &known, dialect);
        document(&errata, table, verdicts, dialect)
    })?;
    Ok(true)
}

/// A statement that is false as printed, from the catalogue that is compiled in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Erratum {
    /// Its number, such as E1.
    pub number: String,
    /// The experiment that runs it as printed.
    pub experiment: String,
    /// What the note prints, with its formulas between dollar signs.
    pub printed: String,
    /// What is true.
    pub truth: String,
    /// The smallest data that refute it, and how.
    pub counterexample: String,
}

#[derive(Deserialize)]
struct Errata {
    entries: Vec<Erratum>,
}

/// All of them, in the order of their numbers.
///
/// # Errors
/// `Catalogue` if the file that is compiled in is no catalogue.
pub(super) fn entries() -> Result<Vec<Erratum>, ReportError> {
    let read: Errata = toml::from_str(include_str!("errata.toml")).map_err(ReportError::Errata)?;
    Ok(read.entries)
}

/// The errata of some experiments as a table: printed, true, smallest counterexample.
pub(super) fn overview(own: &[&Summary], errata: &[Erratum], dialect: &str) -> Block {
    let names = [
        "",
        "as printed",
        "true",
        "smallest counterexample",
        "as printed it is",
    ];
    let known = |summary: &&Summary| {
        let mut errata = errata.iter();
        let erratum = errata.find(|erratum| erratum.experiment == summary.experiment);
        line(summary, erratum, dialect)
    };
    Block::Table(Table::plain(
        names.map(TableColumn::left).to_vec(),
        own.iter().map(known).collect(),
    ))
}

/// One erratum; of one that the catalogue does not know, its title.
fn line(summary: &Summary, erratum: Option<&Erratum>, dialect: &str) -> Vec<Cell> {
    let prose = |text: &str| Cell::Prose(Inline::parse(text));
    let link = |text: &str| Cell::Link {
        text: text.into(),
        href: summary.page(dialect),
    };
    let rows = summary.rows.iter();
    let printed: Vec<_> = rows.filter(|row| is_refutation(row.expected)).collect();
    let verdict = match printed.is_empty() {
        true => Cell::Empty,
        false => Cell::Verdict {
            word: match printed.iter().all(|row| row.is_refuted()) {
                true => "violated".into(),
                false => "not refuted".into(),
            },
            as_expected: printed.iter().all(|row| row.as_expected),
        },
    };
    let words = match erratum {
        Some(erratum) => vec![
            link(&erratum.number),
            prose(&erratum.printed),
            prose(&erratum.truth),
            prose(&erratum.counterexample),
        ],
        None => vec![
            link(&summary.experiment),
            prose(&summary.title),
            Cell::Empty,
            Cell::Empty,
        ],
    };
    words.into_iter().chain([verdict]).collect()
}

fn document(
    errata: &[&Summary],
    table_of_all: Block,
    verdicts: &[Verdict],
    dialect: &str,
) -> Document {
    let preface = "Each statement is run as it is printed, under the convention it states, and must come out violated, with a witness that one command \
                   repeats; beside it stands the repaired statement, on the same footing. What is only a question of convention says so in its title.";
    let mut blocks = vec![Block::paragraph(preface), table_of_all];
    for summary in errata {
        let own: Vec<&Verdict> = verdicts
            .iter()
            .filter(|verdict| verdict.experiment == summary.experiment)
            .collect();
        blocks.push(Block::Heading(2, summary.title.clone()));
        blocks.extend(Block::prose(&summary.analysis));
        blocks.push(Block::Table(table(&own)));
        blocks.extend(witnesses(&own));
        blocks.push(Block::Paragraph(vec![Inline::Link {
            text: format!("{}: spec, data and every verdict", summary.experiment),
            href: summary.page(dialect),
        }]));
    }
    Document {
        title: "What the notes get wrong, and the repair".into(),
        blocks,
    }
}

fn table(verdicts: &[&Verdict]) -> Table {
    let columns = vec![
        TableColumn::left("statement"),
        TableColumn::left("claim"),
        TableColumn::left("learner"),
        TableColumn::right("observed"),
        TableColumn::right("limit"),
        TableColumn::left("verdict"),
    ];
    Table::plain(
        columns,
        verdicts.iter().map(|verdict| row(verdict)).collect(),
    )
}

fn row(verdict: &Verdict) -> Vec<Cell> {
    let variant = verdict.variant.as_str().unwrap_or("").to_owned();
    let word = Cell::Verdict {
        word: verdict.verdict.word().into(),
        as_expected: verdict.as_expected,
    };
    let (observed, limit) = (verdict.observed_max.into(), verdict.limit_min.into());
    vec![
        verdict.id.as_str().into(),
        verdict.claim.as_str().into(),
        variant.as_str().into(),
        observed,
        limit,
        word,
    ]
}

/// The commands that repeat the witnesses of the violations.
fn witnesses(verdicts: &[&Verdict]) -> Option<Block> {
    let violated = verdicts
        .iter()
        .filter(|verdict| verdict.verdict == VerdictWord::Violated);
    let commands: BTreeSet<&str> = violated
        .filter_map(|verdict| verdict.replay.as_deref())
        .collect();
    (!commands.is_empty()).then(|| Block::Code(commands.into_iter().collect::<Vec<_>>().join("\n")))
}
