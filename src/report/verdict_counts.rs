//! Counts the verdicts of many experiments note by note, so that the result of `reproduce` fits one screen.

use super::document::{Table, TableCell, TableColumn};
use super::notes::grouped;
use super::summary_row::{StatementKind, SummaryRow};
use claims::claim::VerdictKind;
use std::collections::BTreeSet;

/// The verdicts on some claims, counted by what they say. Variants with identical runs in a cell count once.
#[derive(Default)]
struct VerdictCounts {
    agreeing: u64,
    printed_refuted: u64,
    /// Refutations of guesses and exercises, which no note prints.
    guesses_refuted: u64,
    controls_refuted: u64,
    others: u64,
}

impl VerdictCounts {
    fn of(rows: &[&SummaryRow]) -> Self {
        let mut counts = Self::default();
        for row in rows {
            for &word in &row.distinct {
                *counts.count(row, word) += 1;
            }
            // A verdict that could refute nothing does not count as agreement.
            counts.agreeing -= row.silent;
            counts.others += row.silent;
        }
        counts
    }

    fn count(&mut self, row: &SummaryRow, word: VerdictKind) -> &mut u64 {
        match (word.refutes(), row.kind()) {
            (true, StatementKind::Control) => &mut self.controls_refuted,
            (true, StatementKind::Printed) => &mut self.printed_refuted,
            (true, StatementKind::Guess | StatementKind::Exercise) => &mut self.guesses_refuted,
            (false, _) if word == VerdictKind::Holds => &mut self.agreeing,
            (true, StatementKind::Claim) | (false, _) => &mut self.others,
        }
    }
}

/// A table with a row for each note and one for all: experiments, verdicts by what they say, and claims with an unexpected verdict.
pub fn verdict_counts(rows: &[SummaryRow]) -> Table {
    let groups = grouped(rows, |row| &row.experiment);
    let mut lines: Vec<Vec<TableCell>> =
        groups.iter().map(|(note, rows)| line(note, rows)).collect();
    lines.push(line("all", &rows.iter().collect::<Vec<_>>()));
    let columns = vec![
        TableColumn::left_aligned("note"),
        TableColumn::right("experiments"),
        TableColumn::right("claims hold"),
        TableColumn::right("printed statements refuted"),
        TableColumn::right("guesses refuted"),
        TableColumn::right("controls refuted"),
        TableColumn::right("other verdicts"),
        TableColumn::right("unexpected claims"),
    ];
    Table::plain(columns, lines)
}

fn line(name: &str, rows: &[&SummaryRow]) -> Vec<TableCell> {
    let experiments: BTreeSet<&str> = rows.iter().map(|row| row.experiment.as_str()).collect();
    let counts = VerdictCounts::of(rows);
    let unexpected = rows.iter().filter(|row| !row.as_expected).count();
    vec![
        name.into(),
        (experiments.len() as u64).into(),
        counts.agreeing.into(),
        counts.printed_refuted.into(),
        counts.guesses_refuted.into(),
        counts.controls_refuted.into(),
        counts.others.into(),
        (unexpected as u64).into(),
    ]
}
