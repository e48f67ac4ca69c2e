//! Summarizes the experiments of each note in one row: the table of the README.

use super::document::{Inline, Table, TableCell, TableColumn};
use super::html::slug;
use super::notes::{grouped, heading};
use super::summary::Summary;
use super::summary_row::{StatementKind, SummaryRow};
use claims::claim::{LimitDirection, VerdictKind};
use claims::numbers::{listed, percent, rounded_up};

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
        let kinds = [
            (
                StatementKind::Printed,
                ["statement", "statements"],
                "as printed",
            ),
            (
                StatementKind::Exercise,
                ["statement", "statements"],
                "of exercises",
            ),
            (StatementKind::Guess, ["guess", "guesses"], "of our own"),
            (
                StatementKind::Control,
                ["claim", "claims"],
                "made wrong on purpose",
            ),
        ];
        let refuted = kinds.into_iter().filter_map(|(kind, [one, many], which)| {
            let (share, all) = refuted(&self.of(kind))?;
            let noun = if all == 1 { one } else { many };
            Some(format!("{share} {noun} {which}"))
        });
        let refuted: Vec<String> = refuted.collect();
        let is_whole = kinds
            .iter()
            .all(|(kind, ..)| self.of(*kind).iter().all(|row| row.is_refuted()));
        let refuted = match listed(&refuted).as_str() {
            "" => String::new(),
            refuted if is_whole => format!(" Refuted, as it should be: {refuted}."),
            refuted => format!(" Refuted: {refuted}."),
        };
        [
            vec![Inline::Text(agreement(&claims))],
            self.closest(&claims),
            vec![Inline::Text(refuted)],
        ]
        .concat()
    }

    /// Names the experiments of the claims that reach their bounds, or else those that come closest.
    fn closest(&self, claims: &[&SummaryRow]) -> Vec<Inline> {
        let all = claims.iter().filter_map(|row| Some((used(row)?, row)));
        let Some(most) = all.clone().map(|(used, _)| used).reduce(f64::max) else {
            return Vec::new();
        };
        let best = all.filter(|(used, _)| most - used <= EQUAL);
        let mut names: Vec<&str> = Vec::new();
        for (_, row) in best {
            if !names.contains(&row.experiment.as_str()) {
                names.push(&row.experiment);
            }
        }
        let others = match names.len() {
            1 => String::new(),
            several => format!(" and {} more", several - 1),
        };
        let before = match (most > 1.0 - EQUAL, names.len()) {
            (true, 1) => " One experiment reaches a bound (".to_owned(),
            (true, several) => format!(" {several} experiments reach a bound ("),
            (false, _) => format!(
                " The closest comes to {} of its bound (",
                rounded_up(most, percent)
            ),
        };
        vec![
            Inline::Text(before),
            Inline::Link {
                text: names[0].to_owned(),
                href: format!("{}/{}/report.md", self.reports, names[0]),
            },
            Inline::Text(format!("{others}).")),
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

/// How close a theorem that is not refuted came to its limit: the fraction of the limit that was used, 1 if it was reached. `None` for other claims.
fn used(row: &SummaryRow) -> Option<f64> {
    if row.is_conjecture() || row.words.iter().any(|word| word.refutes()) {
        return None;
    }
    let value = match row.direction {
        LimitDirection::Above => row.tightness,
        LimitDirection::Below => row.tightness.map(|ratio| 1.0 / ratio),
        LimitDirection::Both => None,
    };
    value.filter(|value| value.is_finite())
}

fn verdict_kinds(rows: &[&SummaryRow]) -> impl Iterator<Item = VerdictKind> {
    rows.iter().flat_map(|row| row.distinct.iter().copied())
}

/// Says how many verdicts on some claims agree with them, disagree, are not decided, and say nothing.
fn agreement(claims: &[&SummaryRow]) -> String {
    if claims.is_empty() {
        return "No claim of its own.".to_owned();
    }
    let count =
        |is: fn(VerdictKind) -> bool| verdict_kinds(claims).filter(|kind| is(*kind)).count();
    let silent: u64 = claims.iter().map(|row| row.silent).sum();
    let agree =
        count(|kind| matches!(kind, VerdictKind::Holds | VerdictKind::Shown)) - silent as usize;
    let disagree = count(VerdictKind::refutes);
    let open = count(|kind| kind == VerdictKind::Inconclusive);
    let rest = verdict_kinds(claims).count() - agree - disagree - open;
    let disagree = match disagree {
        0 => "none disagrees".to_owned(),
        disagree => format!("{disagree} disagree"),
    };
    let others = [
        (open, "not decided"),
        (rest, "where the numbers cannot tell"),
    ];
    let others = others.into_iter().filter(|(count, _)| *count > 0);
    let others: Vec<String> = others
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(" (besides: {})", others.join(", ")),
    };
    let agree = match agree {
        1 => "1 verdict agrees with its claim".to_owned(),
        agree => format!("{agree} verdicts agree with their claims"),
    };
    format!("{agree}, {disagree}{others}.")
}

/// How many verdicts on some claims are refutations, and of how many if not of all; `None` without verdicts.
fn refuted(rows: &[&SummaryRow]) -> Option<(String, usize)> {
    let all = verdict_kinds(rows).count();
    let refuted = verdict_kinds(rows).filter(|word| word.refutes()).count();
    let share = match (refuted == all, all) {
        (true, 1) => "1".to_owned(),
        (true, _) => format!("all {all}"),
        (false, _) => format!("{refuted} of {all}"),
    };
    (all > 0).then_some((share, all))
}
