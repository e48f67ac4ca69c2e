//! Summarizes all experiments of a folder in a few sentences with numbers.

use super::errata::{self, Errata};
use super::evidence::has_refuted_control;
use super::gauge::Gauge;
use super::notes::{grouped, is_erratum, is_note};
use super::summary::Summary;
use super::summary_row::SummaryRow;
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::numbers::{counted, percent, power};

/// Text on the index page that explains its terms for new readers.
pub(super) const WORDS: &str = "A run is one learner on one sample. Bar: the worst case, as a share of the bound (black line). Red tick: a smaller bound that \
    the same runs refute. A claim made wrong on purpose, for example with half of its bound, must be refuted; it shows that the runs would have noticed an error.";

/// The title of the index; it mentions the notes only if some experiments belong to them.
pub(super) fn title(summaries: &[Summary]) -> &'static str {
    match notes(summaries) {
        0 => "What the numbers say",
        _ => "The perceptron: what is claimed of it, and what the numbers say",
    }
}

/// Number of the five notes that have experiments.
fn notes(summaries: &[Summary]) -> usize {
    let groups = grouped(summaries, |summary| &summary.experiment);
    groups.iter().filter(|(name, _)| is_note(name)).count()
}

/// Up to six sentences that summarize all experiments of a folder. A sentence about something that the folder lacks is left out.
pub(super) fn sentences(summaries: &[Summary], errata: &Errata) -> Vec<String> {
    if summaries.is_empty() {
        return Vec::new();
    }
    let rows = judged(summaries);
    let (controls, others): (Vec<&SummaryRow>, Vec<_>) =
        rows.into_iter().partition(|row| row.control);
    let (_, claims): (Vec<&SummaryRow>, Vec<_>) =
        others.into_iter().partition(|row| row.expected.refutes());
    let found = [
        Some(question(summaries)),
        held(&claims),
        tight(&claims),
        printed(summaries, errata),
        self::controls(summaries),
        controlled(&controls),
        counts(summaries),
    ];
    found.into_iter().flatten().collect()
}

/// The claims of which something is expected, which a question for the best of several learners is not.
fn judged(summaries: &[Summary]) -> Vec<&SummaryRow> {
    let rows = summaries.iter().flat_map(|summary| &summary.rows);
    rows.filter(|row| !row.asks_which).collect()
}

fn question(summaries: &[Summary]) -> String {
    const NUMBERS: [&str; 6] = ["", "One", "Two", "Three", "Four", "Five"];
    let runs: u64 = summaries.iter().map(|summary| summary.runs).sum();
    let experiments = counted(summaries.len() as u64, "experiment");
    let with = format!("{experiments} with {}", grouped_digits(runs));
    match notes(summaries) {
        0 => format!("{with} runs."),
        1 => format!(
            "One lecture note says what the perceptron does; {with} runs ask whether it does."
        ),
        notes => format!(
            "{} lecture notes say what the perceptron does; {with} runs ask whether it does.",
            NUMBERS[notes.min(5)]
        ),
    }
}

/// Formats a count with spaces between thousands.
fn grouped_digits(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(String::from_utf8_lossy);
    let parts: Vec<String> = std::iter::once(head.to_owned())
        .chain(groups.map(|group| group.into_owned()))
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Sentence that counts the verdicts that agree with claims expected to hold; `None` if there are no such claims.
fn held(claims: &[&SummaryRow]) -> Option<String> {
    let words: Vec<VerdictKind> = claims.iter().flat_map(|row| row.distinct.clone()).collect();
    if words.is_empty() {
        return None;
    }
    let count = |is: fn(&VerdictKind) -> bool| words.iter().filter(|word| is(word)).count();
    let mute: u64 = claims.iter().map(|row| row.silent).sum();
    let stand = count(|word| matches!(word, VerdictKind::Holds | VerdictKind::Shown));
    let stand = stand - mute as usize;
    let refuted = count(|word| word.refutes());
    let silent = words.len() - stand - refuted;
    let silent = match silent {
        0 => String::new(),
        silent => format!(
            "; the other {silent} tested nothing, because no run could have broken the bound"
        ),
    };
    let all = counted(words.len() as u64, "check");
    Some(match refuted {
        0 => format!(
            "Nothing that should hold is refuted: {stand} of {all} came out as the theory says{silent}."
        ),
        refuted => format!(
            "{refuted} of {all} refute what should hold; {stand} came out as the theory says{silent}."
        ),
    })
}

/// Ratios observed ÷ limit that differ from 1 by less than this count as 1, because they were rounded to twelve digits.
const EQUAL: f64 = 1e-9;

/// Sentence that says how close the runs came to the limits of the theorems, apart from those that are reached exactly, as by a construction; `None` if
/// no theorem has a limit.
fn tight(claims: &[&SummaryRow]) -> Option<String> {
    let theorems = claims.iter().filter(|row| !row.is_conjecture());
    let gauges = theorems.filter_map(|row| Gauge::new(row, &[]));
    let (reached, mut others): (Vec<f64>, Vec<f64>) = gauges
        .map(|gauge| gauge.used)
        .partition(|used| *used > 1.0 - EQUAL);
    others.sort_by(f64::total_cmp);
    let (all, median) = (
        reached.len() + others.len(),
        others.get(others.len() / 2).map(|used| percent(*used)),
    );
    let exactly = format!(
        "{} of {all} bounds of theorems are reached exactly",
        reached.len()
    );
    Some(match (all, median) {
        (0, _) => return None,
        (1, median) => {
            let used = median.unwrap_or_else(|| percent(1.0));
            format!("The bound of the one theorem with a bound is used to {used}.")
        }
        (_, None) => format!("{exactly}."),
        (_, Some(median)) => {
            format!(
                "{exactly}; of half of the other {} the worst run used {median} or more.",
                others.len()
            )
        }
    })
}

/// Sentence that counts the errata of each class, if the folder has experiments on errata.
fn printed(summaries: &[Summary], errata: &Errata) -> Option<String> {
    let names: Vec<&str> = summaries
        .iter()
        .map(|summary| summary.experiment.as_str())
        .filter(|name| is_erratum(name))
        .collect();
    (!names.is_empty()).then(|| errata::counted(&errata.among(&names)))
}

/// Sentence that counts the claims with a limit that hold and have a refuted control, and those without one. A control of such a claim is the same
/// claim on the same runs with another factor on its limit.
fn controls(summaries: &[Summary]) -> Option<String> {
    let limited: Vec<bool> = summaries.iter().flat_map(are_controlled).collect();
    let with = limited.iter().filter(|has| **has).count();
    let without = limited.len() - with;
    let what = "a control that is refuted (the same claim on the same runs, with a wrong factor on its limit)";
    Some(match (with, without) {
        (0, 0) => return None,
        (1, 0) => format!("The one claim with a limit that holds has {what}."),
        (with, 0) => format!("All {with} claims with a limit that hold have {what}."),
        (0, without) => {
            let claims = counted(without as u64, "claim");
            format!("Of {claims} with a limit that hold, none has {what}.")
        }
        (with, without) => format!(
            "Of {} claims with a limit that hold, {with} have {what}; {without} have none.",
            with + without
        ),
    })
}

/// For every claim of an experiment with a limit that holds, whether it has a refuted control.
fn are_controlled(summary: &Summary) -> Vec<bool> {
    let verdicts: Vec<&Verdict> = summary.verdicts.iter().collect();
    let holds = |row: &&SummaryRow| {
        let holds = row
            .distinct
            .iter()
            .filter(|word| **word == VerdictKind::Holds);
        !row.control && row.has_limit && holds.count() as u64 > row.silent
    };
    let has_control = |row: &SummaryRow| {
        let own: Vec<&Verdict> = verdicts
            .iter()
            .copied()
            .filter(|verdict| verdict.id == row.id)
            .collect();
        has_refuted_control(&own, &verdicts)
    };
    let claims = summary.rows.iter().filter(holds);
    claims.map(has_control).collect()
}

/// Sentence that counts the controls that were refuted; `None` if there are no controls.
fn controlled(controls: &[&SummaryRow]) -> Option<String> {
    let spared = controls.iter().filter(|row| !row.is_refuted()).count();
    let all = counted(controls.len() as u64, "claim");
    Some(match (controls.len(), spared) {
        (0, _) => return None,
        (1, 0) => "The one claim made wrong on purpose is refuted.".to_owned(),
        (_, 0) => format!(
            "All {all} made wrong on purpose are refuted{}.",
            mildest(controls).unwrap_or_default()
        ),
        (_, spared) => format!("{spared} of {all} made wrong on purpose were not refuted."),
    })
}

/// Clause with the least error among those of controls that scale a limit, as a part of the limit; `None` if no control scales one.
fn mildest(controls: &[&SummaryRow]) -> Option<String> {
    let scales = controls.iter().map(|row| row.scale);
    let errors = scales
        .filter(|scale| *scale > 0.0 && *scale != 1.0)
        .map(|scale| (scale - 1.0).abs());
    let least = errors.min_by(f64::total_cmp)?;
    let part = match least < 1e-3 {
        true => power(least),
        false => percent(least),
    };
    Some(format!(", one of them wrong by {part} of its bound only"))
}

/// Sentence that counts the verdicts by what they are about, and those that are not as expected. Learners that made the same runs count once.
pub fn counts(summaries: &[Summary]) -> Option<String> {
    let rows = judged(summaries);
    let distinct = |of: &dyn Fn(&SummaryRow) -> bool| {
        rows.iter()
            .filter(|row| of(row))
            .map(|row| row.distinct.len())
            .sum::<usize>()
    };
    let once = distinct(&|_| true);
    let controls = distinct(&|row| row.control);
    let refuted = distinct(&|row| !row.control && row.expected.refutes());
    let unexpected = rows.iter().filter(|row| !row.as_expected).count();
    let unexpected = match unexpected {
        0 => "all are as expected".to_owned(),
        several => format!("{} not as expected", counted(several as u64, "claim")),
    };
    (once > 0).then(|| {
        format!(
            "{once} verdicts: {} on statements that should hold, {refuted} on statements that should be refuted, and {controls} on claims made wrong on \
             purpose; {unexpected}.",
            once - controls - refuted
        )
    })
}
