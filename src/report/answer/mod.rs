//! Answers the question of an experiment in one sentence with its numbers, from the verdicts on the claim that answers it.

mod controls;
mod found;
mod gloss;
mod outcome;
mod sides;
#[cfg(test)]
mod tests;
mod words;

use super::document::Inline;
use super::page_content::Page;
use super::summary_row::is_refutation;
use claims::claim::{Answers, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use found::ClaimVerdicts;
use outcome::ClaimOutcome;

/// The answer to an experiment's question: one sentence, and the explanation of the terms in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The sentence, with formulas.
    pub sentence: Vec<Inline>,
    /// Explanation of the terms and letters in the sentence.
    pub gloss: Vec<Inline>,
}

/// Returns the answer of an experiment: the one that its spec states, otherwise one generated from the verdicts. `None` if the spec states none and
/// claims nothing of its own, or if nothing was judged.
pub(super) fn answer(page: &Page) -> Option<Answer> {
    match page.own_answer {
        Some(own) => Some(Answer {
            sentence: Inline::parse(own.trim()),
            gloss: Inline::parse(&format!(
                "A run is one learner on one sample.{}",
                half_width(page)
            )),
        }),
        None => generated(page.claims, page.verdicts),
    }
}

/// Text that explains the sign ± if the prose of the page uses it; otherwise empty.
fn half_width(page: &Page) -> &'static str {
    let texts = [page.own_answer.unwrap_or_default(), page.analysis];
    match texts.iter().any(|text| text.contains('±')) {
        true => {
            " A number after ± is half the width of a 99 % confidence interval on the mean before it (Student's)."
        }
        false => "",
    }
}

/// Generates the answer from the verdicts on the claim that answers the question.
fn generated(claims: &[StatedClaim], verdicts: &[Verdict]) -> Option<Answer> {
    let lead = lead(claims)?;
    let own: Vec<&Verdict> = verdicts
        .iter()
        .filter(|verdict| verdict.id == lead.id)
        .collect();
    own.first()?;
    let found = ClaimVerdicts::new(lead, own);
    let body = found.sentence();
    let opening = opening(lead.answers, found.outcome());
    let opening = match (opening, lead.expect) {
        ("", VerdictKind::Violated) if found.outcome() == ClaimOutcome::Refuted => {
            "As stated, no: "
        }
        (opening, _) => opening,
    };
    let body = match opening {
        "" => capitalised(&body),
        opening => format!("{opening}{body}"),
    };
    let controls = match found.outcome() {
        ClaimOutcome::Inapplicable => String::new(),
        _ => controls::sentence(lead, claims, verdicts),
    };
    let repaired = repaired(lead, claims, verdicts);
    Some(Answer {
        // A non-breaking space keeps a number and its percent sign on one line.
        sentence: Inline::parse(&format!("{body}{controls}{repaired}.")),
        gloss: gloss::of(&found),
    })
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

/// Says that the repaired statement holds, if the claim was expected to be refuted and every claim whose id begins with `repaired` holds.
fn repaired(lead: &StatedClaim, claims: &[StatedClaim], verdicts: &[Verdict]) -> String {
    let others: Vec<&StatedClaim> = claims
        .iter()
        .filter(|claim| claim.control_of.is_none() && claim.id.starts_with("repaired"))
        .collect();
    let stand = |claim: &&StatedClaim| {
        let mut own = verdicts.iter().filter(|verdict| verdict.id == claim.id);
        own.all(|verdict| matches!(verdict.verdict, VerdictKind::Holds | VerdictKind::Shown))
    };
    let is_repair = is_refutation(lead.expect) && !others.is_empty();
    match is_repair && others.iter().all(stand) {
        true => "; repaired, it holds".into(),
        false => String::new(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
