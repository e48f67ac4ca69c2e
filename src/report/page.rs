//! Writes the page of one experiment: question, answer, claims, verdicts, figures, and everything needed to reproduce it.

use super::document::{Block, Document, Inline, PictureFile, Voice};
use super::error::ReportError;
use super::figure_files::{Exports, draw_all};
use super::files::write_both;
use super::page_content::{Missing, Page};
use super::summary::{Summary, table};
use super::summary_row::SummaryRow;
use super::{answer, pairs, stated, tight, uncounted, verdicts};
use claims::judge::Verdict;
use claims::numbers::counted;
use std::collections::BTreeMap;
use std::path::Path;

/// Writes `report.md`, `report.html` and the figures into the experiment's folder, and removes figures of earlier specs.
///
/// # Errors
/// `Disk` if something cannot be written or removed, `Draw` if a figure cannot be drawn.
pub fn write(page: &Page, folder: &Path) -> Result<Summary, ReportError> {
    // If the trials cannot be read, existing figures are left unchanged.
    let figures = match page.missing.contains(&Missing::Figures) {
        true => Vec::new(),
        false => {
            let exports = Exports {
                formats: page.formats,
                source: page.provenance(),
            };
            draw_all(page.charts, &folder.join("figures"), Some(&exports))?
        }
    };
    let summary = Summary::of(page, picture(page.experiment, &figures));
    let nothing = BTreeMap::new();
    write_both(folder, "report", |dialect| {
        // The pages of runs are not committed to the repository, so links to them would be broken in the Markdown report.
        let runs = if dialect == "html" {
            page.runs
        } else {
            &nothing
        };
        document(
            &Page {
                runs,
                ..page.clone()
            },
            &summary.rows,
            &figures,
        )
    })?;
    Ok(summary)
}

/// The first figure of an experiment as a picture, with its path relative to the folder of all results.
fn picture(experiment: &str, figures: &[Block]) -> Option<PictureFile> {
    let Some(Block::Figure(figure)) = figures.first() else {
        return None;
    };
    let (width, height) = figure.size();
    Some(PictureFile {
        src: format!("{experiment}/figures/{}.svg", figure.name),
        alt: figure.alt.clone(),
        width,
        height,
    })
}

fn document(page: &Page, rows: &[SummaryRow], figures: &[Block]) -> Document {
    let (first, others) = figures.split_at(figures.len().min(1));
    let sections = [
        vec![Block::Present],
        opening(page, rows),
        first.to_vec(),
        section(
            "How tight, and what would have been noticed",
            tight(page, rows),
        ),
        section("Analysis", Block::prose(page.analysis)),
        section("Further figures", others.to_vec()),
        section("The claims in full", stated::claims(page.claims)),
        section("Every setting", cells(page, rows)),
        verdicts::witnesses(page.verdicts),
        section("How the verdicts are reached", methods(page)),
        section("How to make this page again", commands(page)),
    ];
    Document {
        title: page.title.into(),
        blocks: sections.concat(),
    }
}

/// The top of an experiment's page: unexpected verdicts, question, answer, and the terms of the answer.
fn opening(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    let alarm = alarm(rows).map(|alarm| Block::Call(Voice::Alarm, alarm));
    let question = Block::Call(Voice::Question, Inline::parse(page.question));
    let answer = match answer::answer(page) {
        Some(answer) => vec![
            Block::Call(Voice::Answer, answer.sentence),
            Block::Call(Voice::Note, answer.gloss),
        ],
        None if page.missing.contains(&Missing::Verdicts) => Vec::new(),
        None => vec![Block::Call(Voice::Note, Inline::parse(UNCLAIMED))],
    };
    let missing = page.missing.iter();
    let missing = missing.map(|missing| Block::Call(Voice::Alarm, Inline::parse(missing.label())));
    let opening = alarm.into_iter().chain(missing).chain([question]);
    opening.chain(answer).collect()
}

/// Text that a page shows in place of an answer if the experiment claims nothing.
const UNCLAIMED: &str = "This experiment claims nothing, so nothing is judged: its figures and its table of runs show what was measured.";

/// Text that names the claims with unexpected verdicts, if any are.
fn alarm(rows: &[SummaryRow]) -> Option<Vec<Inline>> {
    let wrong = rows.iter().filter(|row| !row.as_expected);
    let named: Vec<String> = wrong
        .map(|row| {
            format!(
                "“{}” is {}, and {} was expected",
                row.id,
                row.verdict,
                row.expected.as_str()
            )
        })
        .collect();
    let said = Inline::Strong(format!("Not as expected: {}.", named.join("; ")));
    (!named.is_empty()).then(|| vec![said])
}

fn tight(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    let table = tight::section(page.claims, rows);
    if table.is_empty() {
        return table;
    }
    let outcome = Block::Paragraph(outcome(page.verdicts, rows));
    let same_runs = verdicts::same_runs(page.verdicts).into_iter();
    [
        table,
        [outcome].into_iter().chain(same_runs).collect(),
        tight::closest_runs(page.claims, page.verdicts, page.runs),
    ]
    .concat()
}

/// A heading followed by blocks; empty if there are no blocks.
fn section(name: &str, blocks: Vec<Block>) -> Vec<Block> {
    let heading = (!blocks.is_empty()).then(|| Block::Heading(2, name.into()));
    heading.into_iter().chain(blocks).collect()
}

/// The section of an experiment's page on verdicts: the terms of the tables, the table of all claims, and every verdict, collapsed.
fn cells(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let (listed, all) = (verdicts::listed(page.verdicts), page.verdicts.len());
    let (summary, rest) = match listed.len() == all {
        true => (format!("Every verdict, setting by setting ({all})"), None),
        false => (
            format!("{} of {all} verdicts, setting by setting", listed.len()),
            Some(Block::paragraph(THINNED)),
        ),
    };
    let verdicts = Block::Table(verdicts::table(&listed, page.verdicts));
    let every = Block::Details {
        summary,
        blocks: rest.into_iter().chain([verdicts]).collect(),
    };
    let words = [
        Block::paragraph(verdicts::WORDS),
        Block::Table(table(rows)),
        every,
    ];
    let exceptions = uncounted::exceptions(page.verdicts);
    let pairs = pairs::blocks(&listed, page.verdicts);
    let rest = pairs.into_iter().chain(exceptions);
    let floats = in_floats(page.learners_in_floats);
    words.into_iter().chain(rest).chain(floats).collect()
}

/// Explains verdicts on learners that are defined in floats; `None` if the study has only other learners.
fn in_floats(learners: &[String]) -> Option<Block> {
    let names: Vec<String> = learners.iter().map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| {
        Block::paragraph(&format!(
            "Defined in floats: {}. A verdict is about what these floats do: where a score meets its threshold exactly, rounding decides whether a step is due.",
            names.join(", ")
        ))
    })
}

/// Text below the verdicts on a page that does not list all of them.
const THINNED: &str = "The unexpected verdicts, and for every claim those that came closest to their limit. [verdicts.json](verdicts.json) has all verdicts, \
    and `trials.parquet` every run.";

fn methods(page: &Page) -> Vec<Block> {
    if page.verdicts.is_empty() {
        return Vec::new();
    }
    verdicts::methods(page.verdicts, &page.theorems, &page.controls)
}

fn commands(page: &Page) -> Vec<Block> {
    vec![
        Block::Code(page.command.into()),
        Block::paragraph(&format!("Made by {}, from this spec:", page.revision)),
        Block::Code(page.spec.into()),
    ]
}

/// One line of text on an experiment: the number of expected verdicts, and of refuted controls.
fn outcome(verdicts: &[Verdict], rows: &[SummaryRow]) -> Vec<Inline> {
    let expected = verdicts
        .iter()
        .filter(|verdict| verdict.as_expected)
        .count();
    let count = Inline::Strong(format!(
        "{expected} of {} verdicts as expected",
        verdicts.len()
    ));
    let controls = rows.iter().filter(|row| row.control);
    let (refuted, spared): (Vec<&SummaryRow>, Vec<_>) = controls.partition(|row| row.is_refuted());
    let then = |inline| [Inline::Text("; ".into()), inline];
    let parts = [
        refuted_controls(refuted.len()),
        spared_controls(spared.len()),
    ];
    let after = parts.into_iter().flatten().flat_map(then);
    let end = Inline::Text(".".into());
    [count].into_iter().chain(after).chain([end]).collect()
}

/// Text with the number of refuted controls; `None` if it is 0.
fn refuted_controls(count: usize) -> Option<Inline> {
    let must = if count == 1 { "it" } else { "they" };
    let words = format!(
        "{} refuted, as {must} must be",
        counted(count as u64, "control")
    );
    (count > 0).then_some(Inline::Text(words))
}

/// Text, in bold, with the number of controls that some trials did not refute; `None` if it is 0.
fn spared_controls(count: usize) -> Option<Inline> {
    let words = format!(
        "{} not refuted everywhere",
        counted(count as u64, "control")
    );
    (count > 0).then_some(Inline::Strong(words))
}
