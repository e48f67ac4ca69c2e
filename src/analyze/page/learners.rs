//! Writes the bounds that apply and those that do not, the results of the learners, and their leave-one-out errors.

use super::super::{Analysis, Bound, Learned};
use super::phrases::{short, table, text};
use crate::report::document::{Block, Table, TableCell, TableColumn};

/// Table of the bounds that apply to the data, with limits and observed values, or a sentence that none does.
pub(super) fn bounds(analysis: &Analysis) -> Block {
    let columns = vec![
        TableColumn::left_aligned("bound"),
        TableColumn::left_aligned("formula"),
        TableColumn::left_aligned("learner"),
        TableColumn::left_aligned("of"),
        TableColumn::right("observed"),
        TableColumn::right("limit"),
        TableColumn::left_aligned(""),
    ];
    let row = |bound: &Bound| {
        vec![
            bound.claim.into(),
            bound.formula.as_str().into(),
            bound.learner.into(),
            bound.bounds.as_str().into(),
            short(bound.observed.as_ref()),
            short(bound.limit.as_ref()),
            vacuous(bound),
        ]
    };
    let applying = analysis.bounds.iter().filter(|bound| bound.applies);
    let none = "None. The next table says which premise of each bound fails.";
    table_or(none, columns, applying.map(row).collect())
}

/// A table, or a sentence in place of one without rows.
fn table_or(none: &str, columns: Vec<TableColumn>, rows: Vec<Vec<TableCell>>) -> Block {
    match rows.is_empty() {
        true => Block::Paragraph(vec![text(none)]),
        false => Block::Table(table(columns, rows)),
    }
}

/// Table of the bounds that do not apply to the data, with the premises that fail, or a sentence that all apply.
pub(super) fn others(analysis: &Analysis) -> Block {
    let columns = vec![
        TableColumn::left_aligned("bound"),
        TableColumn::left_aligned("formula"),
        TableColumn::right("would be"),
        TableColumn::left_aligned(""),
        TableColumn::left_aligned("premise that fails"),
    ];
    let row = |bound: &Bound| {
        vec![
            bound.claim.into(),
            bound.formula.as_str().into(),
            short(bound.limit.as_ref()),
            vacuous(bound),
            bound.fails.join("; ").into(),
        ]
    };
    let others = analysis.bounds.iter().filter(|bound| !bound.applies);
    table_or("None: all apply.", columns, others.map(row).collect())
}

/// Table of the results of the learners: passes, mistakes and updates.
pub(super) fn learners(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left_aligned("learner"),
        TableColumn::left_aligned("order"),
        TableColumn::right("passes"),
        TableColumn::right("mistakes"),
        TableColumn::right("margin mistakes"),
        TableColumn::right("updates"),
        TableColumn::left_aligned("ended by"),
        TableColumn::right("updates, shuffled: least, median, most"),
        TableColumn::right("bound"),
    ];
    let row = |learned: &Learned| {
        let (file, shuffled) = (&learned.file, learned.shuffled.as_ref());
        let spread = shuffled.map(|shuffled| {
            let [least, _, median, _, most] = shuffled.updates;
            format!("{least}, {median}, {most}")
        });
        vec![
            learned.learner.into(),
            learned.order.into(),
            file.passes.into(),
            file.mistakes.into(),
            file.margin_mistakes.into(),
            file.updates.into(),
            file.ended.into(),
            TableCell::from(spread),
            analysis
                .limit_of(learned)
                .map_or("none applies".into(), |bound| short(bound.limit.as_ref())),
        ]
    };
    table(columns, analysis.learners.iter().map(row).collect())
}

/// Describes each learner's errors on examples that were left out of its training.
pub(super) fn leave_one_out(analysis: &Analysis) -> Vec<Block> {
    let columns = vec![
        TableColumn::left_aligned("learner"),
        TableColumn::right("errors"),
        TableColumn::right("error"),
        TableColumn::right("different examples mistaken / m"),
        TableColumn::right("mistake bound / m"),
    ];
    let examples = analysis.data.examples as f64;
    let row = |learned: &Learned| {
        let left_out = learned.leave_one_out.as_ref()?;
        Some(vec![
            learned.learner.into(),
            left_out.errors.into(),
            left_out.error.into(),
            TableCell::from(
                left_out
                    .distinct_mistakes
                    .map(|count| count as f64 / examples),
            ),
            short(left_out.bound.as_ref()),
        ])
    };
    let rows: Vec<Vec<TableCell>> = analysis.learners.iter().filter_map(row).collect();
    if rows.is_empty() {
        return vec![Block::paragraph("Skipped; see the end.")];
    }
    vec![Block::Table(table(columns, rows))]
}

/// Table cell with the word `vacuous` if the limit of the bound is vacuous; otherwise empty.
fn vacuous(bound: &Bound) -> TableCell {
    bound.vacuous.then_some("vacuous").into()
}
