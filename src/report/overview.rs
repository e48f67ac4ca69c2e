//! Summarizes the experiments of each note in one row: the table of the README.

use super::document::{Inline, Table, TableCell, TableColumn};
use super::html::slug;
use super::notes::{grouped, heading};
use super::summary::Summary;
use super::summary_row::{StatementKind, SummaryRow, counts, is_refutation, listed};
use claims::claim::{LimitDirection, VerdictKind};
use claims::numbers::{counted, factor};
use std::collections::BTreeSet;

/// Returns the table of the README, with one row per note. `reports` is the path from the page to the folder of the reports.
pub fn overview(summaries: &[Summary], reports: &str) -> Table {
    let columns = vec![
        TableColumn::left_aligned("note"),
        TableColumn::right("experiments"),
        TableColumn::right("verdicts"),
        TableColumn::left_aligned("what was found"),
        TableColumn::left_aligned("unexpected"),
    ];
    let groups = grouped(summaries, |summary| &summary.experiment);
    let rows = groups.into_iter().map(|(note, own)| {
        let found = NoteFindings::new(&own, reports);
        vec![
            TableCell::Link {
                text: note.to_owned(),
                href: format!("{reports}/index.md#{}", slug(&heading(note))),
            },
            (own.len() as u64).into(),
            (found
                .rows
                .iter()
                .map(|row| row.distinct.len())
                .sum::<usize>() as u64)
                .into(),
            TableCell::Prose(found.sentence()),
            found.unexpected(),
        ]
    });
    Table::plain(columns, rows.collect())
}

/// The results of the experiments of one note, claim by claim, from which its row in the README is written.
struct NoteFindings<'a> {
    rows: Vec<&'a SummaryRow>,
    reports: &'a str,
}

impl<'a> NoteFindings<'a> {
    fn new(summaries: &[&'a Summary], reports: &'a str) -> Self {
        let rows = summaries.iter().flat_map(|summary| &summary.rows);
        Self {
            rows: rows.collect(),
            reports,
        }
    }

    fn of(&self, kind: StatementKind) -> Vec<&'a SummaryRow> {
        let rows = self.rows.iter().copied();
        rows.filter(|row| row.kind() == kind).collect()
    }

    fn sentence(&self) -> Vec<Inline> {
        let claims = self.of(StatementKind::Claim);
        let controls = self.of(StatementKind::Control);
        let refuted = |before: &str, kind| refuted(before, &self.of(kind));
        let attained = self.most("; attained: ", "", &claims, attained);
        let tightest = match attained.is_empty() {
            true => "; tightest: ",
            false => "; tightest of the others: ",
        };
        [
            vec![Inline::Text(held(&claims))],
            attained,
            self.most(tightest, "", &claims, tightness),
            refuted(
                "; statements as printed are refuted in ",
                StatementKind::Printed,
            ),
            refuted(
                "; statements of exercises are refuted in ",
                StatementKind::Exercise,
            ),
            refuted(
                "; guesses of our own, stated to be tested, are refuted in ",
                StatementKind::Guess,
            ),
            refuted("; controls are refuted in ", StatementKind::Control),
            self.most(", the mildest at ", " × the limit", &controls, mildness),
            vec![Inline::Text(".".into())],
        ]
        .concat()
    }

    /// Names the experiments of the claims at which `measured` is largest, with its value between `before` and `after`; empty if no claim has one.
    fn most(
        &self,
        before: &str,
        after: &str,
        rows: &[&SummaryRow],
        measured: fn(&SummaryRow) -> Option<RankedValue>,
    ) -> Vec<Inline> {
        let all = rows.iter().filter_map(|row| Some((measured(row)?, row)));
        let Some(best) = all.clone().map(|(found, _)| found.rank).reduce(f64::max) else {
            return Vec::new();
        };
        let mut best = all.filter(|(found, _)| best - found.rank <= EQUAL);
        let Some((found, first)) = best.next() else {
            return Vec::new();
        };
        let others: BTreeSet<&str> = best
            .map(|(_, row)| row.experiment.as_str())
            .filter(|other| *other != first.experiment)
            .collect();
        let others = match others.len() {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        vec![
            Inline::Text(format!("{before}{}{after} (", factor(found.value))),
            Inline::Link {
                text: first.experiment.clone(),
                href: format!("{}/{}/report.md", self.reports, first.experiment),
            },
            Inline::Text(format!("{others})")),
        ]
    }

    /// Table cell with the names of the claims that have an unexpected verdict, or 0.
    fn unexpected(&self) -> TableCell {
        let names: Vec<String> = self
            .rows
            .iter()
            .filter(|row| !row.as_expected)
            .map(|row| format!("{}: {}", row.experiment, row.id))
            .collect();
        if names.is_empty() {
            0u64.into()
        } else {
            TableCell::Prose(vec![Inline::Strong(names.join("; "))])
        }
    }
}

/// Ratios observed ÷ limit that differ by less than this count as equal, because they were rounded to twelve digits.
const EQUAL: f64 = 1e-9;

/// A value to show, with the number by which it is ranked.
struct RankedValue {
    rank: f64,
    value: f64,
}

/// Like [`used`], for limits that are reached exactly, as by a construction.
fn attained(row: &SummaryRow) -> Option<RankedValue> {
    used(row).filter(|used| used.rank > 1.0 - EQUAL)
}

/// Like [`used`], for limits that are not reached.
fn tightness(row: &SummaryRow) -> Option<RankedValue> {
    used(row).filter(|used| used.rank <= 1.0 - EQUAL)
}

/// How close a theorem that is not refuted came to its limit: the fraction of the limit that was used, 1 if it was reached. `None` for other claims.
fn used(row: &SummaryRow) -> Option<RankedValue> {
    if row.is_conjecture() || row.words.iter().any(|word| is_refutation(*word)) {
        return None;
    }
    let value = match row.direction {
        LimitDirection::Above => row.tightness,
        LimitDirection::Below => row.tightness.map(|ratio| 1.0 / ratio),
        LimitDirection::Both => None,
    };
    let value = value.filter(|value| value.is_finite())?;
    Some(RankedValue { rank: value, value })
}

/// The factor on the limit of a refuted control, ranked by how little it differs from 1; `None` for other claims.
fn mildness(row: &SummaryRow) -> Option<RankedValue> {
    let is_scaled = row.scale > 0.0 && row.scale != 1.0;
    (is_scaled && row.is_refuted()).then(|| RankedValue {
        rank: -libm::log(row.scale).abs(),
        value: row.scale,
    })
}

fn verdict_kinds(rows: &[&SummaryRow]) -> impl Iterator<Item = VerdictKind> {
    rows.iter().flat_map(|row| row.distinct.iter().copied())
}

/// Counts the verdicts on some claims that hold, without those whose trials could refute nothing, then the other verdicts by kind.
fn held(claims: &[&SummaryRow]) -> String {
    let mut counts = counts(verdict_kinds(claims));
    let silent = claims.iter().map(|row| row.silent).sum();
    let holds = counts.remove(VerdictKind::Holds.as_str()).unwrap_or(0) - silent;
    if silent > 0 {
        counts.insert("where nothing could be refuted", silent);
    }
    let others = match listed(&counts).as_str() {
        "" => String::new(),
        others => format!(" (besides: {others})"),
    };
    format!("Claims hold in {}{others}", counted(holds, "verdict"))
}

/// Says how many verdicts on some claims are refutations, after the text `before`; empty if there are no verdicts.
fn refuted(before: &str, rows: &[&SummaryRow]) -> Vec<Inline> {
    let all = verdict_kinds(rows).count();
    let refuted = verdict_kinds(rows)
        .filter(|word| is_refutation(*word))
        .count();
    if all == 0 {
        return Vec::new();
    }
    let share = if refuted == all && all > 1 {
        format!("all {all}")
    } else {
        format!("{refuted} of {all}")
    };
    vec![Inline::Text(format!("{before}{share}"))]
}
