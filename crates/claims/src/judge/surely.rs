//! Judges claims about every trial, or some trial: one certified case decides.

use super::verdict::rounded;
use super::{Evidence, Verdict};
use crate::claim::VerdictKind;
use crate::stats;

/// Text for a verdict's `method` if no other trial is possible than those that were run.
fn exhausted(evidence: &Evidence) -> String {
    let words = if evidence.is_of_formulas() {
        "two formulas compared, without a run"
    } else if evidence.complete {
        "complete enumeration"
    } else {
        "a single run, because nothing is random"
    };
    words.to_owned()
}

/// Judges a claim that observed ≤ limit on every trial: one trial violates it if it exceeds the limit by more than rounding errors can explain.
pub(super) fn surely(blank: Verdict, evidence: &Evidence, alpha: f64) -> Verdict {
    let tightness = evidence.runs.closest.and_then(rounded);
    everywhere(
        Verdict {
            tightness_max: tightness,
            refuted_below: tightness,
            ..blank
        },
        evidence,
        alpha,
    )
}

/// Judges a claim that observed = limit on every trial, compared as fractions or up to rounding errors.
pub(super) fn identity(blank: Verdict, evidence: &Evidence, alpha: f64) -> Verdict {
    everywhere(blank, evidence, alpha)
}

fn everywhere(blank: Verdict, evidence: &Evidence, alpha: f64) -> Verdict {
    let method = if evidence.is_exhaustive() {
        exhausted(evidence)
    } else if evidence.complete {
        "every outcome compared, each with one draw of the learner's random numbers".to_owned()
    } else {
        let level = 1.0 - alpha;
        format!(
            "every trial compared; for description, an interval on the violation probability by Clopper–Pearson at {level}"
        )
    };
    let verdict = Verdict { method, ..blank };
    if let Some(address) = &evidence.runs.decisive {
        let verdict = decided_by_runs(verdict.witnessed(address), evidence);
        return verdict.decided(VerdictKind::Violated);
    }
    if evidence.is_vacuous() {
        return verdict.decided(VerdictKind::Vacuous);
    }
    if !evidence.is_finished() {
        return verdict.decided(VerdictKind::Inconclusive);
    }
    let upper = match evidence.is_exhaustive() {
        true => Some(0.0),
        false if evidence.complete => None,
        false => Some(stats::clopper_pearson_upper(0, verdict.applicable, alpha)),
    };
    let interval = upper.and_then(rounded).map(|upper| [0.0, upper]);
    Verdict {
        interval,
        ..verdict
    }
    .decided(VerdictKind::Holds)
}

/// Adds how many trials decide, and how probable it is that some trial of other draws does.
fn decided_by_runs(verdict: Verdict, evidence: &Evidence) -> Verdict {
    Verdict {
        deciding: Some(evidence.runs.deciding),
        power: evidence.power_of_runs().and_then(rounded),
        ..verdict
    }
}

/// Judges a claim that observed ≤ limit on some trial: it holds if one trial shows that, and is violated only if all possible trials were run and
/// none shows it.
pub(super) fn exists(blank: Verdict, evidence: &Evidence) -> Verdict {
    let tightness_max = evidence.runs.closest.and_then(rounded);
    let verdict = Verdict {
        tightness_max,
        method: "search for a witness".into(),
        ..blank
    };
    match &evidence.runs.decisive {
        Some(address) => {
            decided_by_runs(verdict.witnessed(address), evidence).decided(VerdictKind::Holds)
        }
        None if evidence.is_exhaustive() && evidence.is_finished() => Verdict {
            method: exhausted(evidence),
            ..verdict
        }
        .decided(VerdictKind::Violated),
        None => verdict.decided(VerdictKind::Inconclusive),
    }
}
