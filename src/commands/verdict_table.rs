//! Prints the verdicts on trials, and warns about trials and verdicts that need attention.

use super::settings::{Settings, print_json};
use crate::report::document::Table;
use crate::report::{self, SummaryRow};
use crate::study::{Judged, StaleProse, StudyError};
use claims::claim::OUTSIDE_RANGE;
use claims::judge::Verdict;
use perceptron::learn::{MOST_PRODUCTS, MOST_UPDATES};
use std::io::IsTerminal;

/// Prints verdicts as JSON or as a table with one row per claim, and warns on stderr of trials without a result.
pub(super) fn show(judged: &Judged, settings: &Settings) -> Result<(), StudyError> {
    show_warnings(judged);
    if settings.json {
        return print_json(&judged.verdicts);
    }
    if settings.prints_text() {
        let rows = report::summarise(&judged.verdicts);
        if !rows.is_empty() {
            print!("{}", coloured(&report::fitted(&table(&rows))));
        }
    }
    Ok(())
}

/// The table of the claims, without the name of the experiment if it is the same in all rows.
fn table(rows: &[SummaryRow]) -> Table {
    let mut table = report::table(rows);
    let is_same = rows
        .windows(2)
        .all(|two| two[0].experiment == two[1].experiment);
    if is_same {
        table.columns.remove(0);
        table.rows.iter_mut().for_each(|row| drop(row.remove(0)));
    }
    table
}

/// A text with what is unexpected in red, if standard output is a terminal and NO_COLOR is not set.
fn coloured(text: &str) -> String {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match std::io::stdout().is_terminal() && !is_plain {
        true => text.replace(UNEXPECTED, &format!("\u{1b}[31m{UNEXPECTED}\u{1b}[0m")),
        false => text.to_owned(),
    }
}

const UNEXPECTED: &str = "✗ unexpected";

/// Warns on stderr of trials without a result, of trials that were cut off, and of prose that the trials do not confirm.
pub(super) fn show_warnings(judged: &Judged) {
    if let Some((address, message)) = &judged.failures.first {
        let count = judged.failures.count;
        eprintln!(
            "{count} of the trials gave no result; the first is {address}: {message}\n  = help: `perceptron-lab run SPEC --retry-failed` runs only those again"
        );
    }
    if judged.endless > 0 {
        let (count, updates, products) = (judged.endless, MOST_UPDATES, MOST_PRODUCTS);
        eprintln!(
            "{count} of the trials were cut off although the variant has no limit in `stop`: the program ends every run after {updates} updates or {products} products of features\n  = help: choose the limit yourself, such as stop = {{ updates = 1000 }} in the variant"
        );
    }
    show_missing_values(&judged.verdicts);
    show_stale_prose(&judged.prose);
}

/// Prints on stderr how many trials have no value for the first claim that lacks values, and why.
fn show_missing_values(verdicts: &[Verdict]) {
    let mut lacking = verdicts.iter();
    let lacking = lacking.find_map(|verdict| Some((verdict, verdict.missing.as_ref()?)));
    let Some((first, reason)) = lacking else {
        return;
    };
    let is_same =
        |other: &&Verdict| (&other.experiment, &other.id) == (&first.experiment, &first.id);
    let failed: u64 = verdicts
        .iter()
        .filter(is_same)
        .map(|verdict| verdict.failed)
        .sum();
    let id = &first.id;
    let help = match reason.contains(OUTSIDE_RANGE) {
        true => {
            "set the key `range` of the claim to the least and the largest value that can be observed, and change `seed` with it, because these trials suggested the range"
        }
        false => {
            "state in `premises` when the claim applies; `perceptron-lab list premises` shows them"
        }
    };
    eprintln!(
        "{failed} of the trials have no value for `{id}`; the first: {reason}\n  = help: {help}"
    );
}

/// Prints on stderr which numbers and statements in the prose of specs the trials do not confirm.
pub(super) fn show_stale_prose(prose: &StaleProse) {
    for line in &prose.missing {
        eprintln!(
            "error: {line}\n  = help: correct the placeholder in the spec, then run or `report` again; `perceptron-lab explain placeholder`"
        );
    }
    prose
        .untrue
        .iter()
        .for_each(|line| eprintln!("warning: {line}"));
}
