//! Writes the sentences about the claims that do not answer the question: what is refuted, what holds, and what is open.

use super::claim_verdicts::ClaimVerdicts;
use super::outcome::ClaimOutcome;
use super::sides::capitalised;
use claims::claim::VerdictKind;
use claims::numbers::{counted, listed};

/// Most claims of one outcome that have a sentence each.
const MOST: usize = 2;

/// The sentences about claims, by their outcomes: first the refuted ones, then those that hold, then those that say nothing.
pub(super) fn sentences(subject: &ClaimVerdicts, found: &[&ClaimVerdicts]) -> Vec<String> {
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
        holding(subject, &of(&[ClaimOutcome::Stands])),
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
                opening => {
                    let sentence = found.sentence();
                    // A sentence about an open claim does not always say which one it is.
                    let name = match found.outcome() {
                        ClaimOutcome::Open if !sentence.contains('“') => {
                            format!(" ({})", found.quoted())
                        }
                        _ => String::new(),
                    };
                    format!("{}{sentence}{name}.", expected(found, opening))
                }
            };
            found.iter().map(sentence).collect()
        }
    }
}

/// Whether the sentences about both claims would quote the same statement.
fn repeats(one: &ClaimVerdicts, subject: &ClaimVerdicts) -> bool {
    let is_quoted = |found: &ClaimVerdicts| found.sentence().contains(&subject.statement);
    one.claim.id != one.claim.name() && is_quoted(one) && is_quoted(subject)
}

/// The opening of a sentence about a claim, which says so if nothing else than that it is not decided was expected.
fn expected(found: &ClaimVerdicts, opening: &str) -> String {
    match found.claim.expect {
        VerdictKind::Inconclusive => opening.replace(": ", ", as expected: "),
        _ => opening.to_owned(),
    }
}

/// The sentence about claims that hold: their labels, a sentence of its own for a single one, or their number.
fn holding(subject: &ClaimVerdicts, found: &[&ClaimVerdicts]) -> Vec<String> {
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
        // If the words of two claims are equal, they would not say what the second one is about.
        ([one], None) if repeats(one, subject) => {
            vec![format!(
                "{} held, too, in {}.",
                one.quoted(),
                one.all_runs()
            )]
        }
        ([one], None) => vec![capitalised(&one.sentence()) + "."],
        (several, None) => vec![format!(
            "{} on this page hold.",
            counted(several.len() as u64, "other claim")
        )],
    }
}
