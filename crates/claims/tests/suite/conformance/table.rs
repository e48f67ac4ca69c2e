//! Writes the conformance table: for every claim and kind of trial the verdict, or the reason why there is no such trial.

use super::{breaks, judged, statement};
use claims::calibrate::conformance::{Change, Entry, Trials};

/// The table in Markdown.
pub(super) fn markdown(entries: &[Entry]) -> String {
    let head = "| claim | form | scope | on the limit | just beyond | one premise broken | cut off | cut off beyond | failed | says nothing |\n|---|---|---|---|---|---|---|---|---|---|\n";
    let rows: Vec<String> = entries.iter().map(row).collect();
    format!("{head}{}", rows.join("\n"))
}

fn row(entry: &Entry) -> String {
    let statement = statement(entry);
    let word = |trials: &Trials| judged(entry, trials).word();
    let changed = |change: &Change| word(&entry.trials.with(change));
    let on_limit = word(&entry.trials);
    let cells = [
        entry.title(),
        statement.form.as_str().to_owned(),
        statement.scope.as_str().to_owned(),
        reasoned(on_limit, entry.off_limit.as_deref()),
        changed(&entry.beyond).to_owned(),
        premises(entry),
        reasoned(
            word(&entry.trials.ended("update-cap")),
            entry.cut_off.as_ref().map(|spoken| spoken.because.as_str()),
        ),
        cut_off_beyond(entry),
        word(&entry.trials.ended("failed")).to_owned(),
        match (&entry.vacuous, &entry.never_vacuous) {
            (Some(change), _) => changed(change).to_owned(),
            (None, reason) => format!("none: {}", reason.as_deref().unwrap_or("")),
        },
    ];
    format!("| {} |", cells.join(" | "))
}

fn reasoned(word: &str, reason: Option<&str>) -> String {
    reason.map_or(word.to_owned(), |reason| format!("{word}: {reason}"))
}

fn cut_off_beyond(entry: &Entry) -> String {
    if entry.beyond.moves_the_end() {
        return "none: how the run ended is what moves it".to_owned();
    }
    let beyond = entry.trials.with(&entry.beyond).ended("update-cap");
    judged(entry, &beyond).word().to_owned()
}

/// The verdicts with one premise broken, each with the premises for which it was given.
fn premises(entry: &Entry) -> String {
    let statement = statement(entry);
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for premise in &statement.premises {
        for change in breaks(entry, premise.label()) {
            let word = judged(entry, &entry.trials.with(&change)).word();
            let word = reasoned(word, change.because.as_deref());
            match said.iter_mut().find(|(known, _)| *known == word) {
                Some((_, premises)) => premises.push(premise.label()),
                None => said.push((word, vec![premise.label()])),
            }
        }
    }
    let said = said.into_iter().map(|(word, mut premises)| {
        premises.dedup();
        format!("{word} × {}: {}", premises.len(), premises.join("; "))
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() {
        "none: it has no premise".to_owned()
    } else {
        said.join("; ")
    }
}
