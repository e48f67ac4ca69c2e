//! Writes the index of all experiments: questions and results, the statements of every note, and links to all reports.

use super::document::{Block, Card, Document, Inline, Table, TableCell, TableColumn, Voice};
use super::errata::{self, Errata};
use super::error::ReportError;
use super::files::{create, save, write_both};
use super::gauge::Gauge;
use super::glossary::write_glossary;
use super::notes::{grouped, heading, is_erratum};
use super::summary::{Summary, table};
use super::summary_row::SummaryRow;
use super::{headline, limits, statements};
use claims::numbers::counted;
use std::path::Path;

/// Writes `index.md`, `index.html`, their figure and the glossary into the folder that holds the experiments' folders.
///
/// # Errors
/// `Disk` if the folder or a file cannot be written, `Catalogue` if a catalogue compiled into the program cannot be read.
pub fn write_index(results: &Path, summaries: &[Summary]) -> Result<(), ReportError> {
    let figure = limits::figure(summaries);
    if let Some(figure) = &figure {
        let folder = results.join("figures");
        create(&folder)?;
        save(&folder.join(format!("{}.svg", figure.name)), &figure.svg)?;
    }
    let figure: Vec<Block> = figure.map(Block::Figure).into_iter().collect();
    let cards = statements::Statements::new(summaries)?;
    let errata = Errata::read()?;
    write_glossary(results)?;
    write_both(results, "index", |dialect| {
        let sections = grouped(summaries, |summary| &summary.experiment)
            .into_iter()
            .flat_map(|(note, own)| {
                let kind = (summaries.len() >= MANY, dialect);
                section(note, &own, cards.of(note, dialect), &errata, kind)
            });
        let glance = match figure.is_empty() {
            true => Vec::new(),
            false => vec![Block::Heading(2, "All bounds at a glance".into())],
        };
        let blocks = [opening(summaries, &errata, dialect), search(summaries)];
        let end = [glance, figure.clone(), numbers(summaries, &errata, dialect)];
        Document {
            title: headline::title(summaries).into(),
            blocks: blocks
                .into_iter()
                .flatten()
                .chain(sections)
                .chain(end.concat())
                .chain(every(summaries, dialect))
                .collect(),
        }
    })
}

/// The top of the index page: first the unexpected verdicts, then a summary of questions and results.
fn opening(summaries: &[Summary], errata: &Errata, dialect: &str) -> Vec<Block> {
    let wrong = summaries.iter().flat_map(|summary| {
        let rows = summary.rows.iter().filter(|row| !row.as_expected);
        rows.map(move |row| unexpected(summary, row, dialect))
    });
    let wrong: Vec<Vec<Inline>> = wrong.collect();
    let alarm = (!wrong.is_empty()).then(|| {
        let listed = wrong.join(&Inline::Text("; ".into()));
        let said = Inline::Strong("Not as expected:".into());
        Block::Call(
            Voice::Alarm,
            [vec![said, Inline::Text(" ".into())], listed].concat(),
        )
    });
    let found = headline::sentences(summaries, errata);
    let first = found.into_iter().take(FIRST).collect::<Vec<_>>().join(" ");
    let first = Block::Call(Voice::Answer, Inline::parse(&first));
    alarm.into_iter().chain([first]).collect()
}

/// Number of sentences at the top of the index.
const FIRST: usize = 2;

/// The other sentences about all experiments, and the terms of the page.
fn numbers(summaries: &[Summary], errata: &Errata, dialect: &str) -> Vec<Block> {
    let found = headline::sentences(summaries, errata);
    let others: Vec<String> = found.into_iter().skip(FIRST).collect();
    let others = (!others.is_empty()).then(|| Block::paragraph(&others.join(" ")));
    let words = Block::Call(Voice::Note, Inline::parse(headline::WORDS));
    let glossary = format!("[The glossary](glossary.{dialect}) explains the terms.");
    let end = [words, Block::paragraph(&glossary)];
    others.into_iter().chain(end).collect()
}

fn unexpected(summary: &Summary, row: &SummaryRow, dialect: &str) -> Vec<Inline> {
    let link = Inline::Link {
        text: format!("{}: {}", summary.experiment, row.id),
        href: summary.page(dialect),
    };
    let said = format!(" is {}, expected {}", row.verdict, row.expected.as_str());
    vec![link, Inline::Text(said)]
}

/// Number of experiments from which on the index page has a search field.
const MANY: usize = 6;

fn search(summaries: &[Summary]) -> Vec<Block> {
    match summaries.len() {
        0..MANY => Vec::new(),
        _ => vec![Block::Search],
    }
}

/// The section of a note on the index page: its statements as cards, its experiments as cards if it has no statements, or tables of errata; folded in a
/// long index. Links to experiments that are not shown follow.
fn section(
    note: &str,
    own: &[&Summary],
    cards: Vec<Card>,
    errata: &Errata,
    (is_long, dialect): (bool, &str),
) -> Vec<Block> {
    let experiments_shown = counted(own.len() as u64, "experiment");
    let (shown, count, rest) = if own.iter().all(|summary| is_erratum(&summary.experiment)) {
        let tables = errata::overview(own, errata, dialect);
        (tables, experiments_shown, Some(more(dialect)))
    } else if cards.is_empty() {
        let cards = own.iter().map(|summary| card(summary, dialect)).collect();
        (vec![Block::Cards(cards)], experiments_shown, None)
    } else {
        let statements = counted(cards.len() as u64, "statement");
        let list = experiments(note, own, dialect);
        (vec![Block::Cards(cards)], statements, Some(list))
    };
    let shown = match is_long {
        true => vec![Block::Details {
            summary: format!("{count}, each with its verdict"),
            blocks: shown,
        }],
        false => shown,
    };
    let heading = Block::Heading(2, heading(note));
    [heading].into_iter().chain(shown).chain(rest).collect()
}

/// The link to the page of all errata; `dialect` is its extension, `md` or `html`.
fn more(dialect: &str) -> Block {
    Block::Paragraph(vec![Inline::Link {
        text: "Every erratum with what is printed, its data and the commands that repeat it".into(),
        href: format!("errata.{dialect}"),
    }])
}

/// The card of an experiment on the index page: its answer and the claim that gives it.
fn card(summary: &Summary, dialect: &str) -> Card {
    let lead = summary.lead.as_deref();
    let row = lead.and_then(|lead| summary.row(lead));
    let controls = lead.map(|lead| summary.controls(lead)).unwrap_or_default();
    let formula = lead.and_then(|lead| summary.formulas.get(lead));
    let text = match summary.answer.is_empty() {
        true => Inline::parse(&summary.question),
        false => summary.answer.clone(),
    };
    Card {
        title: summary.title.clone(),
        href: summary.page(dialect),
        text,
        formula: formula.cloned().unwrap_or_default(),
        verdict: row.map(|row| (row.verdict.clone(), row.as_expected)),
        gauge: row.and_then(|row| Gauge::new(row, &controls)),
        picture: summary.picture.clone(),
        links: Vec::new(),
    }
}

/// The list of a note's experiments, collapsed, because the cards of its statements link to most of them.
fn experiments(note: &str, own: &[&Summary], dialect: &str) -> Block {
    let columns = ["experiment", "what it asks", "verdicts"].map(TableColumn::left_aligned);
    let row = |summary: &&Summary| {
        let wrong: Vec<&str> = summary
            .rows
            .iter()
            .filter(|row| !row.as_expected)
            .map(|row| row.id.as_str())
            .collect();
        let word = match wrong.is_empty() {
            true => "as expected".to_owned(),
            false => wrong.join(", "),
        };
        vec![
            link(summary, dialect),
            TableCell::Prose(Inline::parse(&summary.question)),
            TableCell::Verdict {
                word,
                as_expected: wrong.is_empty(),
            },
        ]
    };
    let rows = own.iter().map(row).collect();
    Block::Details {
        summary: format!("All {} experiments of {note}", own.len()),
        blocks: vec![Block::Table(Table::plain(columns.to_vec(), rows))],
    }
}

/// The table of every claim of every experiment, for the index page.
fn every(summaries: &[Summary], dialect: &str) -> Vec<Block> {
    let linked = summaries.iter().flat_map(|summary| {
        let mut own = table(&summary.rows);
        own.rows
            .iter_mut()
            .for_each(|cells| cells[0] = link(summary, dialect));
        own.rows
    });
    let all = Table {
        rows: linked.collect(),
        ..table(&[])
    };
    if all.rows.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading(2, "Every claim and control".into()),
        Block::Details {
            summary: format!("{} claims and controls with their verdicts", all.rows.len()),
            blocks: vec![Block::Table(all)],
        },
    ]
}

fn link(summary: &Summary, dialect: &str) -> TableCell {
    TableCell::Link {
        text: summary.experiment.clone(),
        href: summary.page(dialect),
    }
}
