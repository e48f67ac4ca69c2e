//! Writes the index over all experiments: every verdict on one page, with links to the reports.

use super::document::{Block, Cell, Document, Inline, Table, TableColumn};
use super::notes::{grouped, is_erratum};
use super::numbers::counted;
use super::summary::{Summary, SummaryRow, table};
use super::{ReportError, write_both};
use std::path::Path;

/// Writes `index.md` and `index.html` into the folder that holds the experiments' folders.
///
/// # Errors
/// `Disk` if the folder or a file cannot be written.
pub fn write_index(results: &Path, summaries: &[Summary]) -> Result<(), ReportError> {
    write_both(results, "index", |dialect| document(summaries, dialect))
}

fn document(summaries: &[Summary], dialect: &str) -> Document {
    let rows: Vec<&SummaryRow> = summaries.iter().flat_map(|summary| &summary.rows).collect();
    let has_errata = summaries
        .iter()
        .any(|summary| is_erratum(&summary.experiment));
    let errata = Block::Paragraph(vec![Inline::Link {
        text: "What the notes get wrong, and the repair".into(),
        href: format!("errata.{dialect}"),
    }]);
    let opening = vec![Block::Paragraph(vec![outcome(summaries, &rows)])];
    Document {
        title: "What the numbers say of every claim".into(),
        blocks: [
            opening,
            has_errata.then_some(errata).into_iter().collect(),
            vec![Block::Heading(2, "Experiments".into())],
            experiments(summaries, dialect),
            vec![Block::Heading(2, "Verdicts".into())],
            vec![Block::Table(verdicts(summaries, dialect))],
        ]
        .concat(),
    }
}

fn outcome(summaries: &[Summary], rows: &[&SummaryRow]) -> Inline {
    let expected = rows.iter().filter(|row| row.as_expected).count();
    let sentence = format!(
        "{}: {expected} of {} claims and controls come out as expected.",
        counted(summaries.len() as u64, "experiment"),
        rows.len()
    );
    if expected == rows.len() {
        Inline::Text(sentence)
    } else {
        Inline::Strong(sentence)
    }
}

/// The experiments under their notes, which the README links to.
fn experiments(summaries: &[Summary], dialect: &str) -> Vec<Block> {
    let columns = || {
        vec![
            TableColumn::left("experiment"),
            TableColumn::left("title"),
            TableColumn::right("claims"),
            TableColumn::right("controls"),
            TableColumn::left("verdicts"),
        ]
    };
    let section = |(note, own): (&str, Vec<&Summary>)| {
        let rows = own.into_iter().map(|summary| entry(summary, dialect));
        [
            Block::Heading(3, note.to_owned()),
            Block::Table(Table::plain(columns(), rows.collect())),
        ]
    };
    let groups = grouped(summaries, |summary| &summary.experiment);
    groups.into_iter().flat_map(section).collect()
}

fn entry(summary: &Summary, dialect: &str) -> Vec<Cell> {
    let controls = summary.rows.iter().filter(|row| row.control).count();
    let unexpected: Vec<&str> = summary
        .rows
        .iter()
        .filter(|row| !row.as_expected)
        .map(|row| row.id.as_str())
        .collect();
    let word = if unexpected.is_empty() {
        "as expected".to_owned()
    } else {
        unexpected.join(", ")
    };
    vec![
        link(summary, dialect),
        summary.title.as_str().into(),
        ((summary.rows.len() - controls) as u64).into(),
        (controls as u64).into(),
        Cell::Verdict {
            word,
            as_expected: unexpected.is_empty(),
        },
    ]
}

/// Every claim of every experiment.
fn verdicts(summaries: &[Summary], dialect: &str) -> Table {
    let linked = summaries.iter().flat_map(|summary| {
        let mut own = table(&summary.rows);
        own.rows
            .iter_mut()
            .for_each(|cells| cells[0] = link(summary, dialect));
        own.rows
    });
    Table {
        rows: linked.collect(),
        ..table(&[])
    }
}

fn link(summary: &Summary, dialect: &str) -> Cell {
    Cell::Link {
        text: summary.experiment.clone(),
        href: summary.page(dialect),
    }
}
