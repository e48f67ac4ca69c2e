//! Rules on claims about every trial, or some trial: one certified case decides.

use super::verdict::rounded;
use super::{Case, Evidence, Status, Verdict};
use crate::claim::VerdictWord;
use crate::sample::Quantity;
use crate::stats;

/// observed ≤ limit on every trial: violated by one, after outward rounding of the limit.
pub(super) fn surely(blank: Verdict, evidence: &Evidence, alpha: f64) -> Verdict {
    let violating = |(observed, limit): (&Quantity, &Quantity)| observed.exceeds(limit);
    let tightness = evidence.numbers().map(|(observed, limit)| ratio(observed, limit)).fold(f64::NEG_INFINITY, f64::max);
    let blank = Verdict { tightness_max: rounded(tightness), refuted_below: rounded(tightness), ..blank };
    everywhere(blank, evidence, alpha, violating)
}

/// observed = limit on every trial, as fractions or within what rounding leaves open.
pub(super) fn identity(blank: Verdict, evidence: &Evidence, alpha: f64) -> Verdict {
    everywhere(blank, evidence, alpha, |(observed, limit)| observed.differs(limit))
}

fn everywhere(blank: Verdict, evidence: &Evidence, alpha: f64, violating: impl Fn((&Quantity, &Quantity)) -> bool) -> Verdict {
    let method = if evidence.complete {
        "complete enumeration".to_owned()
    } else {
        format!("every trial compared; interval on the violation probability by Clopper–Pearson at {}", 1.0 - alpha)
    };
    let verdict = Verdict { method, ..blank };
    if let Some(case) = first(evidence, violating) {
        return verdict.witnessed(&case.address).decided(VerdictWord::Violated);
    }
    if evidence.is_vacuous() {
        return verdict.decided(VerdictWord::Vacuous);
    }
    if !evidence.is_finished() {
        return verdict.decided(VerdictWord::Inconclusive);
    }
    let upper = if evidence.complete { 0.0 } else { stats::clopper_pearson_upper(0, verdict.applicable, alpha) };
    Verdict { interval: rounded(upper).map(|upper| [0.0, upper]), ..verdict }.decided(VerdictWord::Holds)
}

/// observed ≤ limit on some trial: shown by one, refuted only by a complete enumeration without one.
pub(super) fn exists(blank: Verdict, evidence: &Evidence) -> Verdict {
    let tightness = evidence.numbers().map(|(observed, limit)| ratio(observed, limit)).fold(f64::INFINITY, f64::min);
    let verdict = Verdict { tightness_max: rounded(tightness), method: "search for a witness".into(), ..blank };
    let shown = first(evidence, |(observed, limit)| !observed.exceeds(limit));
    match shown {
        Some(case) => verdict.witnessed(&case.address).decided(VerdictWord::Holds),
        None if evidence.complete && evidence.is_finished() => {
            Verdict { method: "complete enumeration".into(), ..verdict }.decided(VerdictWord::Violated)
        }
        None => verdict.decided(VerdictWord::Inconclusive),
    }
}

/// The first case whose numbers pass a test; a capped run has counted at least what it shows.
fn first(evidence: &Evidence, test: impl Fn((&Quantity, &Quantity)) -> bool) -> Option<&Case> {
    let counted = evidence.cases.iter().filter(|case| matches!(case.status, Status::Complete | Status::Capped));
    counted.into_iter().find(|case| case.numbers.as_ref().is_some_and(|(observed, limit, _)| test((observed, limit))))
}

/// observed ÷ limit; 0/0 counts as 1, the bound being met with equality.
pub(super) fn ratio(observed: &Quantity, limit: &Quantity) -> f64 {
    if observed.value == limit.value { 1.0 } else { observed.value / limit.value }
}
