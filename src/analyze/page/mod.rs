//! Writes an analysis as a document, the same for the terminal and for a page.

mod data;
mod geometry;
mod learners;

use super::{Analysis, Frame, Geometry, ProvedNumber};
use crate::report::document::{Block, Cell, Document, Inline, Table, TableColumn};
use crate::report::numbers::{counted, number, precise, without_zeros};

/// Lines and names that are listed one by one.
const MOST_LISTED: usize = 15;

/// The document; figures come behind the parts that they belong to.
pub fn document(analysis: &Analysis, figures: &[Block]) -> Document {
    let heading = |words: &str| vec![Block::Heading(2, words.into())];
    let figure = |name: &str| {
        let of = |block: &&Block| matches!(block, Block::Figure(figure) if figure.name == name);
        figures.iter().filter(of).cloned().collect::<Vec<_>>()
    };
    let sections = [
        vec![Block::Paragraph(answer(analysis))],
        warnings(analysis),
        heading("Examples"),
        vec![Block::Table(data::examples(analysis))],
        heading("Left out, and odd"),
        vec![Block::List(data::left_out(analysis))],
        heading("Separable or not"),
        vec![Block::Table(geometry::geometry(analysis))],
        geometry::certificates(analysis),
        figure("margins"),
        heading("Bounds that apply"),
        vec![Block::Table(learners::bounds(analysis))],
        heading("Bounds that do not apply"),
        vec![Block::Table(learners::others(analysis))],
        heading("What the learners did"),
        vec![Block::Table(learners::learners(analysis))],
        figure("mistakes"),
        heading("Leave-one-out error"),
        learners::leave_one_out(analysis),
        heading("Scales"),
        geometry::scales(analysis),
        figure("scales"),
        heading("Examples that carry the margin"),
        geometry::carriers(analysis),
        skipped(analysis),
    ];
    Document {
        title: format!("Analysis of {}", analysis.certificate.data.file),
        blocks: sections.concat(),
    }
}

fn warnings(analysis: &Analysis) -> Vec<Block> {
    let warnings = data::warnings(analysis);
    let list = (!warnings.is_empty()).then_some(Block::List(warnings));
    list.into_iter().collect()
}

fn strong(words: impl Into<String>) -> Inline {
    Inline::Strong(words.into())
}

fn text(words: impl Into<String>) -> Inline {
    Inline::Text(words.into())
}

/// The answer in a sentence.
fn answer(analysis: &Analysis) -> Vec<Inline> {
    let of = |frame: Frame| analysis.geometry.iter().find(|found| found.frame == frame);
    let (origin, offset) = (of(Frame::Origin), of(Frame::Offset));
    let is = |found: Option<&Geometry>| found.and_then(|found| found.separable);
    let words = match (is(offset), is(origin)) {
        (_, Some(true)) => "Separable, by a hyperplane through the origin",
        (Some(true), _) => "Separable, by a hyperplane with an offset",
        (Some(false), _) => "Not separable: no hyperplane separates the classes",
        (None, _) => "Open whether it is separable",
    };
    let margin = offset.and_then(|found| found.margin.as_ref());
    let margin = margin.map(|margin| {
        format!(
            " The largest margin with the constant feature 1 is {}.",
            brief(margin)
        )
    });
    let removal = analysis.removal.as_ref();
    let removal = removal.map(|lines| {
        let some = counted(lines.len() as u64, "example");
        format!(
            " Without {some} ({}) the others are separable; no smaller set was found.",
            listed_lines(lines)
        )
    });
    let more = [margin, removal].into_iter().flatten().map(text);
    [strong(words), text(".")].into_iter().chain(more).collect()
}

/// A number to seven digits, or its ends where they differ there.
fn enclosed(number: &ProvedNumber) -> String {
    let short = |value: f64| without_zeros(&precise(value));
    let [lower, upper] = [number.lower, number.upper].map(|end| format!("{end:.6e}"));
    match &number.exact {
        Some(exact) if exact.len() <= 24 => match short(number.value) {
            same if same == *exact => same,
            digits => format!("{exact} = {digits}"),
        },
        _ if lower == upper => short(number.value),
        _ => format!(
            "between {} and {}",
            short(number.lower),
            short(number.upper)
        ),
    }
}

/// A number to four digits, or its ends where they differ there.
fn brief(value: &ProvedNumber) -> String {
    let close = (value.upper - value.lower).abs() <= 1e-4 * value.value.abs();
    if close {
        number(value.value)
    } else {
        format!("{} … {}", number(value.lower), number(value.upper))
    }
}

fn short(value: Option<&ProvedNumber>) -> Cell {
    value.map_or(Cell::Empty, |value| brief(value).into())
}

fn table(columns: Vec<TableColumn>, rows: Vec<Vec<Cell>>) -> Table {
    Table::plain(columns, rows)
}

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
    let more = names.len().saturating_sub(shown.len());
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &more
}

fn listed_lines(lines: &[u64]) -> String {
    let names: Vec<String> = lines.iter().map(u64::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", listed(&names))
}

fn skipped(analysis: &Analysis) -> Vec<Block> {
    if analysis.skipped.is_empty() {
        return Vec::new();
    }
    let line = |skipped: &super::Skipped| {
        vec![
            strong(skipped.what.clone()),
            text(format!(": {}", skipped.why)),
        ]
    };
    vec![
        Block::Heading(2, "Skipped".into()),
        Block::List(analysis.skipped.iter().map(line).collect()),
    ]
}
