//! Stores specs that show why a premise is needed: the premise fails, and without it the theorem is violated.

use crate::finding::FuzzFinding;
use crate::premises::RemovalOutcome;
use crate::{shrink, study};
use std::collections::BTreeSet;
use std::path::Path;

/// Folder of the stored specs, each of which shows that a theorem needs one of its premises.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");

/// A stored spec. Its first line names a theorem, and the premise without which the spec violates that theorem.
#[derive(Debug)]
pub struct FuzzCase {
    /// Name of the spec's file, without the folder.
    pub name: String,
    /// Text of the spec, as TOML.
    pub text: String,
}

/// Reads all stored specs, sorted by file name.
pub fn all() -> Vec<FuzzCase> {
    let files = std::fs::read_dir(Path::new(FOLDER)).into_iter().flatten();
    let paths: BTreeSet<_> = files.flatten().map(|file| file.path()).collect();
    let case = |path: std::path::PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).ok()?;
        Some(FuzzCase { name, text })
    };
    paths.into_iter().filter_map(case).collect()
}

/// First line of a stored spec: a TOML comment that names the theorem and the premise that the theorem needs.
fn heading(claim: &str, premise: &str) -> String {
    format!("# {claim} without \"{premise}\"")
}

/// Runs a spec and returns the pairs (theorem, premise) such that its trials violate the theorem if the premise is removed.
fn needs(text: &str) -> BTreeSet<(String, String)> {
    let removals = study::of(text).removals.into_iter();
    let violated = removals.filter(|removal| removal.without == RemovalOutcome::Violated);
    violated
        .map(|removal| (removal.claim, removal.premise))
        .collect()
}

/// Shrinks a spec once for every premise that its trials show to be needed, and returns the texts of the small specs, ready to be stored.
pub fn of(text: &str) -> Vec<String> {
    let small = |need: &(String, String)| {
        let finding = FuzzFinding::Violated(need.0.clone());
        let text = shrink::shrink(text, &finding, |text| needs(text).contains(need));
        format!("{}\n{text}", heading(&need.0, &need.1))
    };
    needs(text).iter().map(small).collect()
}

/// Premises of theorems whose need no violation can show, although there are numbers to compare: name of the claim, beginning of the premise, and
/// reason.
const REASONS: &[(&str, &str, &str)] = &[
    (
        "cycles-exactly-if-not-separable",
        "rule is",
        "after a clean pass the weight vector is a separator under every rule, and the weights of mutants grow instead of returning",
    ),
    (
        "half-space-regions",
        "one exact vector",
        "it only ensures that there is a midpoint to check",
    ),
    (
        "turns-towards",
        "an exact run",
        "it only ensures that there is an update to check",
    ),
    (
        "margin-mistakes-apart",
        "an exact run",
        "it only ensures that there is an update to check",
    ),
    (
        "output-margin-bound",
        "rule is",
        "a rule without a threshold breaks the premise about the threshold, too",
    ),
    (
        "inflation",
        "an exact last vector",
        "it only ensures that there is a factor to check",
    ),
    (
        "errors-are-nonpositive-margins",
        "one returned vector",
        "it only ensures that there are scores to check",
    ),
    (
        "loss-of-errors",
        "one returned vector",
        "it only ensures that there are scores to check",
    ),
    (
        "leave-one-out-error-bound",
        "iid",
        "the errors are at most the mistake bound on every sample; iid is needed only to equate them with the risk",
    ),
    (
        "leave-one-out-error-bound",
        "coupled",
        "the updates of random-misclassified have the distribution of those in random order, so that its mean is the same",
    ),
    (
        "leave-one-out-risk-bound",
        "coupled",
        "the updates of random-misclassified have the distribution of those in random order, so that its mean is the same",
    ),
    (
        "risk-at-most-distinct-mistakes",
        "coupled",
        "the updates of random-misclassified have the distribution of those in random order, so that its mean is the same",
    ),
    (
        "leave-one-out-error-bound",
        "hypothesis is last",
        "the proof is about the last vector; the average of a run to a clean pass is near it, and the bound is not tight",
    ),
    (
        "leave-one-out-risk-bound",
        "hypothesis is last",
        "the proof is about the last vector; the average of a run to a clean pass is near it, and the bound is not tight",
    ),
    (
        "risk-at-most-distinct-mistakes",
        "hypothesis is last",
        "the proof is about the last vector; the average of a run to a clean pass is near it, and the bound is not tight",
    ),
    (
        "leave-one-out-error-bound",
        "rule is",
        "the proof is about these rules; others that end at a clean pass update as rarely, and those that never end decide nothing",
    ),
    (
        "leave-one-out-risk-bound",
        "rule is",
        "the proof is about these rules; others that end at a clean pass update as rarely, and those that never end decide nothing",
    ),
    (
        "leave-one-out-errors-bound",
        "rule is",
        "runs of every rule that changes w only at updates can be coupled; the note proves it for these rules",
    ),
    (
        "leave-one-out-errors-bound",
        "separable",
        "a clean pass proves it, except for the margin of a planted separator or a stated margin that another margin contradicts",
    ),
    (
        "no-updates-left",
        "separable",
        "a clean pass proves it, except for the margin of a planted separator or a stated margin that another margin contradicts",
    ),
    (
        "random-draws-bound",
        "order is random",
        "an order in passes makes an update in each pass, and so always ends after at most m·N examples shown",
    ),
    (
        "random-draws-bound",
        "rule is",
        "a rule that needs more updates is cut off, and runs that were cut off leave a mean undecided",
    ),
    (
        "stops-exactly-if-separable",
        "rule is",
        "after a clean pass the weight vector is a separator under every rule, and a run that has not ended yet refutes nothing",
    ),
    (
        "never-stops",
        "stop is clean-pass",
        "a run with another stop criterion does not end at a clean pass",
    ),
    (
        "majority-mistake-bound",
        "label is",
        "it names the distribution; for another one with a margin the claim is its mistake bound (R/γ)², which is true",
    ),
    (
        "offset-mistake-bound",
        "with an offset",
        "it names the setting; without an offset the claim is the mistake bound, which is true",
    ),
    (
        "minimax-bound-rate",
        "minimax family",
        "for n < d the bound has n − 1 in place of d − 1, and for d = 1 it is 0; both are true",
    ),
    (
        "agnostic-excess-risk",
        "learner is",
        "it names the learner; a known number of another learner is another theorem",
    ),
    (
        "bayes-risk-lower-bound",
        "the risk is known in closed form",
        "without it the claim compares single estimates, and is refused whatever they are",
    ),
    (
        "version-space-risk",
        "learner is",
        "it names the learner; a known number of another learner is another theorem",
    ),
    (
        "output-norm-at-least",
        "hypothesis is last",
        "the average is stored as the sum of the weight vectors over all examples shown, which is longer than the last vector",
    ),
];

/// The reason why no violation can show that a premise of a claim is needed; `None` if no reason is recorded.
pub fn reason(claim: &str, premise: &str) -> Option<&'static str> {
    let (_, _, reason) = REASONS
        .iter()
        .find(|(of, beginning, _)| *of == claim && premise.starts_with(beginning))?;
    Some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_premise_reason_names_a_registered_claim() {
        for (claim, premise, reason) in REASONS {
            assert!(claims::claim::proof(claim).is_some(), "{claim}");
            assert!(!premise.is_empty() && reason.len() > 20, "{claim}");
        }
    }

    #[test]
    fn every_case_violates_its_theorem_only_if_the_premise_is_removed() {
        let cases = all();
        assert!(cases.len() > 60, "{} cases", cases.len());
        for FuzzCase { name, text } in cases {
            let found = needs(&text);
            let headings: Vec<String> = found
                .iter()
                .map(|(claim, premise)| heading(claim, premise))
                .collect();
            let stated = text.lines().next().unwrap().to_owned();
            assert!(headings.contains(&stated), "{name}: {headings:?}");
            let findings = study::of(&text).findings;
            assert!(findings.is_empty(), "{name}: {findings:?}");
        }
    }
}
