//! Writes the sentences about the claims that do not answer the question: what is refuted, what holds, and what is open.

use super::found::ClaimVerdicts;
use super::outcome::ClaimOutcome;
use super::sides::capitalised;
use claims::numbers::counted;

/// Most claims of one outcome that have a sentence each.
const MOST: usize = 2;

/// The sentences about claims, by their outcomes: first the refuted ones, then those that hold, then those that say nothing.
pub(super) fn sentences(found: &[&ClaimVerdicts]) -> Vec<String> {
    let of = |outcomes: &[ClaimOutcome]| {
        let own = found
            .iter()
            .filter(|found| outcomes.contains(&found.outcome()));
        own.copied().collect::<Vec<&ClaimVerdicts>>()
    };
    let refuted = of(&[ClaimOutcome::Refuted, ClaimOutcome::Mixed]);
    let open = of(&[ClaimOutcome::Open]);
    let silent = of(&[ClaimOutcome::Vacuous, ClaimOutcome::Inapplicable]);
    [
        each_or(
            &refuted,
            "Refuted, as expected: ",
            "more statements are refuted, as expected.",
        ),
        holding(&of(&[ClaimOutcome::Stands])),
        each_or(&open, "Not decided: ", "more claims are not decided."),
        each_or(&silent, "", "more claims say nothing on these runs."),
    ]
    .concat()
}

/// A sentence for each claim, or one for all of them if they are many.
fn each_or(found: &[&ClaimVerdicts], opening: &str, all: &str) -> Vec<String> {
    match found.len() {
        many if many > MOST => vec![format!("{many} {all}")],
        _ => {
            let sentence = |found: &&ClaimVerdicts| match opening {
                "" => capitalised(&found.sentence()) + ".",
                opening => format!("{opening}{}.", found.sentence()),
            };
            found.iter().map(sentence).collect()
        }
    }
}

/// The sentence about claims that hold: their labels, a sentence of its own for a single one, or their number.
fn holding(found: &[&ClaimVerdicts]) -> Vec<String> {
    let labels: Option<Vec<String>> = found.iter().map(|found| found.label()).collect();
    match (found, labels) {
        ([], _) => Vec::new(),
        ([first, ..], Some(labels)) => {
            let is_same = found
                .iter()
                .all(|found| found.applicable() == first.applicable());
            let runs = match is_same {
                true => first.all_runs(),
                false => "every run that they are about".to_owned(),
            };
            vec![format!("{} held in {runs}.", listed(&labels))]
        }
        ([one], None) => vec![capitalised(&one.sentence()) + "."],
        (several, None) => vec![format!(
            "{} on this page hold.",
            counted(several.len() as u64, "other claim")
        )],
    }
}

/// Names in a sentence: A, B and C.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}
