//! Says what a theorem rests on: its formal proofs, the trials that it was judged on, its controls, and the attacks that it survived.

use crate::commands::settings::Settings;
use crate::report::{SummaryRow, attacked, summarise};
use crate::store::read_verdicts;
use claims::claim::{VerdictKind, formal_places};
use claims::numbers::{counted, percent};

/// The evidence for a claim in one line; empty if there is none. Trials are those of the results folder.
pub(super) fn evidence(name: &str, settings: &Settings) -> String {
    let stored = settings.results.join("verdicts.json").exists();
    let verdicts = stored.then(|| read_verdicts(&settings.results).ok());
    let rows = summarise(&verdicts.flatten().unwrap_or_default());
    let own: Vec<&SummaryRow> = rows.iter().filter(|row| row.claim == name).collect();
    let parts = [proved(name), ran(&own), controls(&own), attacked_at(name)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn proved(name: &str) -> Option<String> {
    let places = formal_places(name);
    (!places.is_empty()).then(|| format!("proved ({})", places.join("; ")))
}

/// The trials on which the theorem as it is holds, and how close they came.
fn ran(own: &[&SummaryRow]) -> Option<String> {
    let holds = |row: &&&SummaryRow| {
        row.control_of.is_none() && row.scale == 1.0 && row.verdict == VerdictKind::Holds.as_str()
    };
    let judged: Vec<_> = own.iter().filter(holds).collect();
    let trials: u64 = judged.iter().map(|row| row.trials).sum();
    let ratios = judged.iter().filter_map(|row| row.tightness);
    // The nearest to its limit from either side: a lower bound is used by ratios above 1.
    let closest = ratios.reduce(|a, b| {
        if (a - 1.0).abs() <= (b - 1.0).abs() {
            a
        } else {
            b
        }
    });
    let closest = closest.map(|ratio| format!(", closest {}", percent(ratio)));
    (trials > 0).then(|| {
        let trials = counted(trials, "trial");
        format!("ran on {trials}{}", closest.unwrap_or_default())
    })
}

fn controls(own: &[&SummaryRow]) -> Option<String> {
    let refuted = |row: &&&SummaryRow| row.control_of.is_some() && row.as_expected;
    let number = own.iter().filter(refuted).count() as u64;
    (number > 0).then(|| format!("{} refuted", counted(number, "control")))
}

fn attacked_at(name: &str) -> Option<String> {
    let found = attacked::closest(name)?;
    let samples = counted(found.samples, "sample");
    let reached = percent(found.reaches);
    Some(format!(
        "survived an attack with {samples}, closest {reached}"
    ))
}
