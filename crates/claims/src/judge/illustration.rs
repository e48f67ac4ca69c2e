//! Judges illustrations: means against a number that was stated before the run.

use super::comparison::Comparison;
use super::comparison::raised;
use super::statistical::interval;
use super::{Evidence, Verdict};
use crate::claim::VerdictKind;
use perceptron::sample::Quantity;

/// Judges an illustration: `shown` if the mean observed value is at most the mean limit, a number stated before the run. The verdict is
/// `inconclusive` unless every trial has a final value.
pub(super) fn illustration(blank: Verdict, evidence: &Evidence) -> Verdict {
    let (observed, limit) = evidence.means();
    let [error, limit_error] = evidence.errors;
    let most = raised(&Quantity::within(limit, limit_error), evidence.claim.slack);
    let shown = Comparison::of(&Quantity::within(observed, error), &most).is_at_most();
    let interval = evidence.interval_of_mean();
    let method = match interval {
        Some(_) => "mean against the pre-stated proxy; the interval is Student's at 0.99",
        None => "mean against the pre-stated proxy",
    };
    let verdict = Verdict {
        method: method.into(),
        interval: interval.and_then(self::interval),
        ..blank
    };
    verdict.decided(match shown {
        Some(true) if evidence.is_finished() => VerdictKind::Shown,
        Some(false) if evidence.is_finished() => VerdictKind::NotShown,
        _ => VerdictKind::Inconclusive,
    })
}
