//! Answers the question of an experiment in sentences with their numbers, from the verdicts on its claims.

mod claim_verdicts;
mod controls;
mod gloss;
mod open;
mod others;
mod outcome;
mod own_sentences;
mod probability;
mod ranking;
mod sides;
#[cfg(test)]
mod tests;

use super::document::Inline;
use claim_verdicts::ClaimVerdicts;
use claims::claim::{Answers, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use outcome::ClaimOutcome;
use sides::capitalised;
pub use sides::sides;
use std::collections::BTreeMap;

/// The answer to an experiment's question, generated from the verdicts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The first sentence, which is printed large.
    pub headline: Vec<Inline>,
    /// The other sentences; empty if the first says all.
    pub others: Vec<Inline>,
    /// Explanation of the terms and letters in the first sentence.
    pub gloss: Vec<Inline>,
}

impl Answer {
    /// All sentences, as plain text.
    pub(super) fn plain(&self) -> String {
        let parts = [&self.headline, &self.others].map(|part| Inline::plain(part));
        parts.join(" ").trim_end().to_owned()
    }
}

/// Generates the answer: first what is refuted that was believed, then what the answering claim says, what else is refuted, what holds, and what is
/// open. `None` if the spec claims nothing of its own, or if nothing was judged.
pub(super) fn answer(
    claims: &[StatedClaim],
    verdicts: &[Verdict],
    words: &BTreeMap<String, String>,
) -> Option<Answer> {
    let lead = lead(claims)?;
    let learners = claims.iter().flat_map(|claim| &claim.variants).collect();
    let stated = claims.iter().filter(|claim| claim.control_of.is_none());
    let found = stated.filter_map(|claim| {
        let own = verdicts.iter().filter(|verdict| verdict.id == claim.id);
        let own: Vec<&Verdict> = own.collect();
        let words = words.get(&claim.id).map(String::as_str);
        (!own.is_empty()).then(|| ClaimVerdicts::new(claim, own, &learners, words))
    });
    let found: Vec<ClaimVerdicts> = found.collect();
    let (goals, found): (Vec<_>, Vec<_>) = found.iter().partition(|found| found.claim.goal);
    let (mut disproved, mut rest): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|found| found.is_disproved_belief());
    disproved.sort_by_key(|found| found.claim.answers.is_none());
    let mut first = [goals, disproved].concat();
    // A claim that the spec does not mark as an answer is told with the others, if something was refuted or is a goal.
    let leads = |found: &ClaimVerdicts| {
        found.claim.answers.is_some() || first.is_empty() && found.claim.id == lead.id
    };
    first.extend(
        rest.extract_if(.., |found| leads(found))
            .collect::<Vec<_>>(),
    );
    let (subject, also) = first.split_first()?;
    let ranking =
        ranking::ranking(subject, &rest, verdicts).filter(|_| subject.claim.id == lead.id);
    let mut sentences = remarks(subject, claims, verdicts);
    if let Some(ranking) = &ranking {
        sentences.splice(..0, ranking.differences.clone());
        let asks_which = subject.claim.asks_which;
        rest.retain(|found| {
            ranking::compared(found).is_none() || found.claim.asks_which != asks_which
        });
    }
    let headline = ranking.map_or_else(|| opened(subject, lead), |ranking| ranking.headline);
    let also = also.iter().map(|found| opened(found, lead));
    let (headline, below) = with_others(headline, also);
    sentences.splice(..0, below);
    if is_repaired(subject.claim, claims, verdicts) {
        rest.retain(|found| !found.claim.id.starts_with(REPAIRED));
    }
    let asked = rest.extract_if(.., |found| found.claim.asks_which);
    let asked: Vec<&ClaimVerdicts> = asked.collect();
    let asked = asked
        .into_iter()
        .filter_map(|found| ranking::ranking(found, &[], verdicts));
    sentences.extend(asked.map(|ranking| ranking.headline));
    sentences.extend(others::sentences(subject, &rest));
    Some(Answer {
        // A non-breaking space keeps a number and its percent sign on one line.
        headline: Inline::parse(&headline),
        others: Inline::parse(&sentences.join(" ")),
        gloss: gloss::of(subject),
    })
}

/// Most words of the sentences that are printed large.
const MOST_WORDS: usize = 30;

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Appends the sentences that follow a headline to it, as long as it stays short, and returns the others.
fn with_others(mut headline: String, also: impl Iterator<Item = String>) -> (String, Vec<String>) {
    let mut below = Vec::new();
    for next in also {
        let next = continued(&headline, next);
        match below.is_empty() && words(&headline) + words(&next) <= MOST_WORDS {
            true => headline = format!("{headline} {next}"),
            false => below.push(next),
        }
    }
    (headline, below)
}

/// The sentence about a claim that answers the question, or comes first for another reason.
fn opened(subject: &ClaimVerdicts, lead: &StatedClaim) -> String {
    let is_answer = subject.claim.answers.is_some() || subject.claim.id == lead.id;
    if !is_answer || subject.claim.goal {
        return headline_of_another(subject);
    }
    let outcome = subject.outcome();
    let opening = match (
        opening(subject.claim.answers, outcome),
        subject.claim.expect,
    ) {
        ("", _) if subject.is_told() => "",
        ("", VerdictKind::Violated) if outcome == ClaimOutcome::Refuted => "As stated, no: ",
        ("", VerdictKind::Holds) if outcome == ClaimOutcome::Refuted => "Refuted: ",
        ("", _) if outcome == ClaimOutcome::Stands && subject.is_unproved() => "Not refuted: ",
        (opening, _) => opening,
    };
    match (opening, subject.label()) {
        ("", Some(_)) => headline_of_another(subject),
        ("", None) => capitalised(&subject.sentence()) + ".",
        (opening, _) => format!("{opening}{}.", subject.sentence()),
    }
}

/// A sentence after another one, without the opening that both have.
fn continued(first: &str, next: String) -> String {
    let of = |text: &str| Some(text.split_once(": ")?.0.to_owned());
    match next.split_once(": ") {
        Some((opening, rest))
            if OPENINGS.contains(&opening) && of(first).as_deref() == Some(opening) =>
        {
            capitalised(rest)
        }
        _ => next,
    }
}

/// Openings that are not said twice.
const OPENINGS: [&str; 3] = ["Yes", "No", "Not refuted"];

/// A sentence about a goal, or about a claim that is not the one that answers the question.
fn headline_of_another(subject: &ClaimVerdicts) -> String {
    let is = match subject.outcome() {
        _ if subject.is_reached() => "is reached",
        _ if subject.claim.goal => "is not reached yet",
        ClaimOutcome::Refuted | ClaimOutcome::Mixed => "is refuted",
        ClaimOutcome::Stands => "held",
        ClaimOutcome::Open => "is not decided",
        ClaimOutcome::Vacuous => "says nothing here",
        ClaimOutcome::Inapplicable => "applies to no run",
    };
    let name = match (subject.outcome(), subject.label()) {
        (ClaimOutcome::Stands, None) if !subject.claim.goal => {
            return capitalised(&subject.sentence()) + ".";
        }
        (_, label) => label.unwrap_or_else(|| subject.quoted()),
    };
    format!("{name} {is}: {}.", subject.sentence())
}

/// What is said after the first sentence about its claim: that it is no theorem, what became of its controls, and of its repair.
fn remarks(subject: &ClaimVerdicts, claims: &[StatedClaim], verdicts: &[Verdict]) -> Vec<String> {
    let outcome = subject.outcome();
    let proof = outcome == ClaimOutcome::Stands && subject.is_unproved();
    let details = subject.details();
    let controls = match outcome {
        ClaimOutcome::Inapplicable => None,
        _ => controls::sentence(subject, claims, verdicts),
    };
    let repaired = is_repaired(subject.claim, claims, verdicts);
    let repaired = repaired.then(|| "Repaired, the statement holds.".to_owned());
    let proof = proof.then(|| "(No proof.)".to_owned());
    let remarks = [details, proof, controls, repaired];
    remarks.into_iter().flatten().collect()
}

/// The claim that answers the question: the one marked `answers`, otherwise the first that is no control.
pub(super) fn lead(claims: &[StatedClaim]) -> Option<&StatedClaim> {
    let says_so = claims.iter().find(|claim| claim.answers.is_some());
    says_so.or_else(|| claims.iter().find(|claim| claim.control_of.is_none()))
}

/// The first words of the answer, such as yes or no.
fn opening(answer: Option<Answers>, outcome: ClaimOutcome) -> &'static str {
    use Answers::{No, Yes};
    match (outcome, answer) {
        (ClaimOutcome::Stands, Some(Yes)) | (ClaimOutcome::Refuted, Some(No)) => "Yes: ",
        (ClaimOutcome::Stands, Some(No)) | (ClaimOutcome::Refuted, Some(Yes)) => "No: ",
        (ClaimOutcome::Stands | ClaimOutcome::Refuted, _) => "",
        (ClaimOutcome::Mixed, Some(Yes)) => "Not always: ",
        (ClaimOutcome::Mixed, Some(No)) => "Yes, sometimes: ",
        (ClaimOutcome::Mixed, _) => "",
        (ClaimOutcome::Open, _) => "Not decided: ",
        (ClaimOutcome::Vacuous, _) => "The numbers cannot tell: ",
        (ClaimOutcome::Inapplicable, _) => "Nothing was tested: ",
    }
}

/// How the ids of claims begin that repair a statement.
const REPAIRED: &str = "repaired";

/// Whether a claim was expected to be refuted, and every claim whose id begins with `repaired` holds.
fn is_repaired(lead: &StatedClaim, claims: &[StatedClaim], verdicts: &[Verdict]) -> bool {
    let others: Vec<&StatedClaim> = claims
        .iter()
        .filter(|claim| claim.control_of.is_none() && claim.id.starts_with(REPAIRED))
        .collect();
    let stand = |claim: &&StatedClaim| {
        let mut own = verdicts.iter().filter(|verdict| verdict.id == claim.id);
        own.all(|verdict| matches!(verdict.verdict, VerdictKind::Holds | VerdictKind::Shown))
    };
    lead.expect.refutes() && !others.is_empty() && others.iter().all(stand)
}
