//! Writes the page on what the notes get wrong: every statement as printed with its witness, and the repaired one beside it.

use super::document::{Block, Cell, Document, Inline, Table, TableColumn};
use super::notes::is_erratum;
use super::summary::Summary;
use super::{ReportError, write_both};
use claims::claim::VerdictWord;
use claims::judge::Verdict;
use std::collections::BTreeSet;
use std::path::Path;

/// Writes `errata.md` and `errata.html` into the folder that holds the experiments' folders, if any experiment is about an erratum; returns
/// whether it did.
///
/// # Errors
/// `Disk` if a file cannot be written.
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
    write_both(results, "errata", |dialect| {
        document(&errata, verdicts, dialect)
    })?;
    Ok(true)
}

fn document(errata: &[&Summary], verdicts: &[Verdict], dialect: &str) -> Document {
    let preface = "Each statement is run as it is printed, under the convention it states, and must come out violated, with a witness that one command \
                   repeats; beside it stands the repaired statement, on the same footing. What is only a question of convention says so in its title.";
    let mut blocks = vec![Block::paragraph(preface)];
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
        TableColumn::left("variant"),
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
