//! Writes an analysis as one document, for both the terminal and a page.

mod comparators;
mod data;
mod geometry;
mod learners;
mod long_run;
mod phrases;

use super::{Analysis, Frame, Geometry, Skipped};
use crate::report::document::{Block, Document, Inline};
use claims::numbers::counted;
pub use data::warnings;
use phrases::{brief, listed_lines, strong, text};

/// Writes an analysis as one document; each figure follows the part that it belongs to.
pub fn document(analysis: &Analysis, figures: &[Block]) -> Document {
    let heading = |words: &str| vec![Block::Heading(2, words.into())];
    let figure = |name: &str| {
        let of = |block: &&Block| matches!(block, Block::Figure(figure) if figure.name == name);
        figures.iter().filter(of).cloned().collect::<Vec<_>>()
    };
    let sections = [
        vec![Block::Paragraph(answer(analysis))],
        warned(analysis),
        heading("Examples"),
        vec![Block::Table(data::examples(analysis))],
        heading("Left out, and unusual"),
        vec![Block::List(data::left_out(analysis))],
        heading("Separable or not"),
        vec![Block::Table(geometry::geometry(analysis))],
        geometry::certificates(analysis),
        figure("margins"),
        heading("Bounds that apply"),
        vec![learners::bounds(analysis)],
        heading("Bounds that do not apply"),
        vec![learners::others(analysis)],
        heading("What the learners did"),
        vec![Block::Table(learners::learners(analysis))],
        figure("mistakes"),
        long_run::long_runs(analysis),
        comparators::comparators(analysis),
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

fn warned(analysis: &Analysis) -> Vec<Block> {
    let lines = warnings(analysis).into_iter();
    let items: Vec<Vec<Inline>> = lines.map(|line| vec![text(line)]).collect();
    let list = (!items.is_empty()).then_some(Block::List(items));
    list.into_iter().collect()
}

/// The answer in one sentence: whether the examples are separable.
fn answer(analysis: &Analysis) -> Vec<Inline> {
    let of = |frame: Frame| analysis.geometry.iter().find(|found| found.frame == frame);
    let (origin, offset) = (of(Frame::Origin), of(Frame::Offset));
    let is = |found: Option<&Geometry>| found.and_then(|found| found.separable);
    let words = match (is(offset), is(origin)) {
        (_, Some(true)) => "Separable, by a hyperplane through the origin",
        (Some(true), _) => "Separable, by a hyperplane with an offset",
        (Some(false), _) => "Not separable: no hyperplane separates the classes",
        (None, _) => "Undecided whether it is separable",
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

fn skipped(analysis: &Analysis) -> Vec<Block> {
    if analysis.skipped.is_empty() {
        return Vec::new();
    }
    let line = |skipped: &Skipped| {
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
