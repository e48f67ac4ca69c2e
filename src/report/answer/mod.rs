//! Answers the question of an experiment in sentences with their numbers, from the verdicts on its claims.

mod controls;
mod found;
mod gloss;
mod open;
mod others;
mod outcome;
mod probability;
mod ranking;
mod sides;
#[cfg(test)]
mod tests;
mod words;

use super::document::Inline;
use super::summary_row::is_refutation;
use claims::claim::{Answers, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use found::ClaimVerdicts;
use outcome::ClaimOutcome;
use sides::capitalised;

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
pub(super) fn answer(claims: &[StatedClaim], verdicts: &[Verdict]) -> Option<Answer> {
    let lead = lead(claims)?;
    let learners = claims.iter().flat_map(|claim| &claim.variants).collect();
    let stated = claims.iter().filter(|claim| claim.control_of.is_none());
    let found = stated.filter_map(|claim| {
        let own = verdicts.iter().filter(|verdict| verdict.id == claim.id);
        let own: Vec<&Verdict> = own.collect();
        (!own.is_empty()).then(|| ClaimVerdicts::new(claim, own, &learners))
    });
    let found: Vec<ClaimVerdicts> = found.collect();
    let (goals, found): (Vec<_>, Vec<_>) = found.iter().partition(|found| found.claim.goal);
    let (disproved, mut rest): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|found| found.is_disproved_belief());
    let mut first = [goals, disproved].concat();
    // A claim that the spec does not mark as the answer is told with the others, if something was refuted or is a goal.
    let leads = |found: &&ClaimVerdicts| found.claim.id == lead.id;
    let place = rest.iter().position(leads);
    if let Some(place) = place.filter(|_| first.is_empty() || lead.answers.is_some()) {
        first.push(rest.remove(place));
    }
    let (subject, also) = first.split_first()?;
    let ranking = ranking::ranking(subject, &rest).filter(|_| subject.claim.id == lead.id);
    let mut sentences = remarks(subject, claims, verdicts);
    if let Some(ranking) = &ranking {
        sentences.splice(..0, ranking.differences.clone());
        rest.retain(|found| !ranking::is_comparison(found));
    }
    let headline = ranking.map_or_else(|| headline(subject, lead), |ranking| ranking.headline);
    if is_repaired(subject.claim, claims, verdicts) {
        rest.retain(|found| !found.claim.id.starts_with(REPAIRED));
    }
    sentences.extend(also.iter().map(|found| headline_of_another(found)));
    sentences.extend(others::sentences(subject, &rest));
    Some(Answer {
        // A non-breaking space keeps a number and its percent sign on one line.
        headline: Inline::parse(&headline),
        others: Inline::parse(&sentences.join(" ")),
        gloss: gloss::of(subject),
    })
}

/// The first sentence of the answer, about a claim.
fn headline(subject: &ClaimVerdicts, lead: &StatedClaim) -> String {
    if subject.claim.id != lead.id || subject.claim.goal {
        return headline_of_another(subject);
    }
    let outcome = subject.outcome();
    let opening = match (opening(lead.answers, outcome), lead.expect) {
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
    let controls = match outcome {
        ClaimOutcome::Inapplicable => None,
        _ => controls::sentence(subject.claim, claims, verdicts),
    };
    let repaired = is_repaired(subject.claim, claims, verdicts);
    let repaired = repaired.then(|| "Repaired, the statement holds.".to_owned());
    let proof = proof.then(|| "(No proof.)".to_owned());
    [proof, controls, repaired].into_iter().flatten().collect()
}

/// The claim that answers the question: the one marked `answers`, otherwise the first that is no control.
pub(super) fn lead(claims: &[StatedClaim]) -> Option<&StatedClaim> {
    let says_so = claims.iter().find(|claim| claim.answers.is_some());
    says_so.or_else(|| claims.iter().find(|claim| claim.control_of.is_none()))
}

/// The first words of the answer, such as yes or no.
fn opening(answers: Option<Answers>, outcome: ClaimOutcome) -> &'static str {
    match (outcome, answers) {
        (ClaimOutcome::Stands, Some(Answers::Yes)) | (ClaimOutcome::Refuted, Some(Answers::No)) => {
            "Yes: "
        }
        (ClaimOutcome::Stands, Some(Answers::No)) | (ClaimOutcome::Refuted, Some(Answers::Yes)) => {
            "No: "
        }
        (ClaimOutcome::Stands | ClaimOutcome::Refuted, _) => "",
        (ClaimOutcome::Mixed, Some(Answers::Yes)) => "Not always: ",
        (ClaimOutcome::Mixed, Some(Answers::No)) => "Yes, sometimes: ",
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
    is_refutation(lead.expect) && !others.is_empty() && others.iter().all(stand)
}
