//! Rules on claims about every trial, or some trial: one certified case decides.

use super::verdict::rounded;
use super::{Case, Evidence, Status, Verdict};
use crate::claim::{StatedClaim, VerdictWord};
use crate::stats;
use perceptron::sample::Quantity;

/// observed ≤ limit on every trial: violated by one, after outward rounding of the limit.
pub(super) fn surely(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
) -> Verdict {
    let decisive = evidence
        .cases
        .iter()
        .filter(|case| case.violates(claim).is_some());
    let ratios = decisive
        .filter_map(|case| case.numbers.as_ref())
        .map(|(observed, limit, _)| ratio(observed, limit));
    let tightness = rounded(ratios.fold(f64::NEG_INFINITY, f64::max));
    everywhere(
        Verdict {
            tightness_max: tightness,
            refuted_below: tightness,
            ..blank
        },
        claim,
        evidence,
        alpha,
    )
}

/// observed = limit on every trial, as fractions or within what rounding leaves open.
pub(super) fn identity(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
) -> Verdict {
    everywhere(blank, claim, evidence, alpha)
}

fn everywhere(blank: Verdict, claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Verdict {
    let method = if evidence.complete {
        "complete enumeration".to_owned()
    } else {
        format!(
            "every trial compared; interval on the violation probability by Clopper–Pearson at {}",
            1.0 - alpha
        )
    };
    let verdict = Verdict { method, ..blank };
    if let Some(case) = evidence
        .cases
        .iter()
        .find(|case| case.violates(claim) == Some(true))
    {
        return verdict
            .witnessed(&case.address)
            .decided(VerdictWord::Violated);
    }
    if evidence.is_vacuous() {
        return verdict.decided(VerdictWord::Vacuous);
    }
    if !evidence.is_finished() {
        return verdict.decided(VerdictWord::Inconclusive);
    }
    let upper = if evidence.complete {
        0.0
    } else {
        stats::clopper_pearson_upper(0, verdict.applicable, alpha)
    };
    Verdict {
        interval: rounded(upper).map(|upper| [0.0, upper]),
        ..verdict
    }
    .decided(VerdictWord::Holds)
}

/// observed ≤ limit on some trial: shown by one, refuted only by a complete enumeration without one.
pub(super) fn exists(blank: Verdict, evidence: &Evidence) -> Verdict {
    let tightness = evidence
        .numbers()
        .map(|(observed, limit)| ratio(observed, limit))
        .fold(f64::INFINITY, f64::min);
    let verdict = Verdict {
        tightness_max: rounded(tightness),
        method: "search for a witness".into(),
        ..blank
    };
    let shown = evidence.cases.iter().find(|case| shows(case));
    match shown {
        Some(case) => verdict.witnessed(&case.address).decided(VerdictWord::Holds),
        None if evidence.complete && evidence.is_finished() => Verdict {
            method: "complete enumeration".into(),
            ..verdict
        }
        .decided(VerdictWord::Violated),
        None => verdict.decided(VerdictWord::Inconclusive),
    }
}

/// Whether a case is a witness: a run that was cut off might still have come to more.
fn shows(case: &Case) -> bool {
    let within = case
        .numbers
        .as_ref()
        .is_some_and(|(observed, limit, _)| !observed.exceeds(limit));
    case.status == Status::Complete && within
}

/// observed ÷ limit; 0/0 counts as 1, the bound being met with equality.
pub(super) fn ratio(observed: &Quantity, limit: &Quantity) -> f64 {
    if observed.value == limit.value {
        1.0
    } else {
        observed.value / limit.value
    }
}
