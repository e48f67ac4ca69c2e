//! Writes the index over all experiments: every verdict on one page, with links to the reports.

use super::document::{Block, Cell, Document, Inline};
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
    let rows: Vec<SummaryRow> = summaries
        .iter()
        .flat_map(|summary| summary.rows.clone())
        .collect();
    let mut verdicts = table(&rows);
    for (cells, row) in verdicts.rows.iter_mut().zip(&rows) {
        cells[0] = Cell::Link {
            text: row.experiment.clone(),
            href: href(&row.experiment, dialect),
        };
    }
    let errata = summaries
        .iter()
        .any(|summary| summary.experiment.starts_with("errata/"));
    let page = Inline::Link {
        text: "What the notes get wrong, and the repair".into(),
        href: format!("errata.{dialect}"),
    };
    let mut blocks = vec![Block::Paragraph(vec![outcome(summaries, &rows)])];
    blocks.extend(errata.then(|| Block::Paragraph(vec![page])));
    blocks.extend([
        Block::Heading(2, "Experiments".into()),
        Block::List(
            summaries
                .iter()
                .map(|summary| entry(summary, dialect))
                .collect(),
        ),
        Block::Heading(2, "Verdicts".into()),
        Block::Table(verdicts),
    ]);
    Document {
        title: "What the numbers say of every claim".into(),
        blocks,
    }
}

fn outcome(summaries: &[Summary], rows: &[SummaryRow]) -> Inline {
    let expected = rows.iter().filter(|row| row.as_expected).count();
    let experiments = if summaries.len() == 1 {
        "experiment"
    } else {
        "experiments"
    };
    let sentence = format!(
        "{} {experiments}: {expected} of {} claims and controls come out as expected.",
        summaries.len(),
        rows.len()
    );
    if expected == rows.len() {
        Inline::Text(sentence)
    } else {
        Inline::Strong(sentence)
    }
}

fn entry(summary: &Summary, dialect: &str) -> Vec<Inline> {
    let unexpected: Vec<&str> = summary
        .rows
        .iter()
        .filter(|row| !row.as_expected)
        .map(|row| row.id.as_str())
        .collect();
    let link = Inline::Link {
        text: summary.experiment.clone(),
        href: href(&summary.experiment, dialect),
    };
    let alarm = (!unexpected.is_empty())
        .then(|| Inline::Strong(format!("Not as expected: {}.", unexpected.join(", "))));
    [link, Inline::Text(format!(": {}. ", summary.title))]
        .into_iter()
        .chain(alarm)
        .collect()
}

fn href(experiment: &str, dialect: &str) -> String {
    format!("{experiment}/report.{dialect}")
}
