//! Rules on claims about expectations and probabilities, from a confidence sequence or a complete enumeration.

use super::surely::ratio;
use super::verdict::rounded;
use super::{Evidence, Status, Verdict};
use crate::claim::{Claim, StatedClaim, VerdictWord};
use crate::sample::{Quantity, Rational};
use crate::stats::{self, BettingSequence, Interval};

/// Bounds on an expectation and the limit it is compared with.
struct Estimate {
    lower: f64,
    upper: f64,
    limit: f64,
    /// What a relative slack refers to: the limit, or the mean of limits that differ between samples.
    scale: f64,
    /// What `needed` is computed from: the values, and the range they lie in.
    values: Vec<f64>,
    range: Interval,
    /// Known exactly: then the bounds are the value, and comparisons are of fractions.
    exact: Option<(Rational, Rational)>,
}

/// E[observed] ≤ limit.
pub(super) fn at_most(blank: Verdict, claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Verdict {
    let estimate = Estimate::of_mean(claim, evidence, alpha);
    let slack = 1.0 + claim.slack;
    let violated = estimate.exact.as_ref().map_or(estimate.lower > estimate.limit, |(mean, limit)| mean > limit);
    let holds = estimate.exact.as_ref().map_or(estimate.upper <= estimate.limit * slack, |(mean, limit)| mean <= limit);
    let verdict = Verdict { refuted_below: factor(estimate.lower, estimate.limit), ..blank };
    conclude(verdict, evidence, &estimate, alpha, violated, holds)
}

/// E[observed] ≥ limit.
pub(super) fn at_least(blank: Verdict, claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Verdict {
    let estimate = Estimate::of_mean(claim, evidence, alpha);
    let slack = 1.0 - claim.slack;
    let violated = estimate.exact.as_ref().map_or(estimate.upper < estimate.limit, |(mean, limit)| mean < limit);
    let holds = estimate.exact.as_ref().map_or(estimate.lower >= estimate.limit * slack, |(mean, limit)| mean >= limit);
    let verdict = Verdict { refuted_below: factor(estimate.upper, estimate.limit), ..blank };
    conclude(verdict, evidence, &estimate, alpha, violated, holds)
}

/// E[observed] = limit: holds when the interval lies inside limit·(1 ± slack), violated when it excludes the limit. Where both sides are
/// measured, the interval is of their difference, and the slack is relative to the mean of the limits.
pub(super) fn equal(blank: Verdict, claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Verdict {
    let estimate = Estimate::of_mean(claim, evidence, alpha);
    let slack = claim.slack * estimate.scale.abs();
    let (low, high) = (estimate.limit - slack, estimate.limit + slack);
    let excluded = estimate.lower > estimate.limit || estimate.upper < estimate.limit;
    let violated = estimate.exact.as_ref().map_or(excluded, |(mean, limit)| mean != limit);
    let holds = estimate.exact.as_ref().map_or(estimate.lower >= low && estimate.upper <= high, |(mean, limit)| mean == limit);
    conclude(blank, evidence, &estimate, alpha, violated, holds)
}

/// P(observed > limit) ≤ δ.
pub(super) fn with_probability(blank: Verdict, claim: &StatedClaim, evidence: &Evidence, alpha: f64, delta: f64) -> Verdict {
    let estimate = Estimate::of_exceedance(evidence, alpha, delta);
    let holds = estimate.upper <= delta * (1.0 + claim.slack);
    conclude(blank, evidence, &estimate, alpha, estimate.lower > delta, holds)
}

/// The pre-stated proxy of an illustration: mean observed ≤ mean limit.
pub(super) fn illustration(blank: Verdict, claim: &StatedClaim, evidence: &Evidence) -> Verdict {
    let (observed, limits): (Vec<f64>, Vec<f64>) = evidence.numbers().map(|(observed, limit)| (observed.value, limit.value)).unzip();
    let shown = stats::mean(&observed) <= stats::mean(&limits) * (1.0 + claim.slack);
    let verdict = Verdict { method: "mean against the pre-stated proxy".into(), ..blank };
    verdict.decided(if shown { VerdictWord::Shown } else { VerdictWord::NotShown })
}

/// Precedence: violated, vacuous, holds, inconclusive.
fn conclude(blank: Verdict, evidence: &Evidence, estimate: &Estimate, alpha: f64, violated: bool, holds: bool) -> Verdict {
    let exact = estimate.exact.as_ref();
    let verdict = Verdict {
        interval: rounded(estimate.lower).zip(rounded(estimate.upper)).map(|(lower, upper)| [lower, upper]),
        tightness_max: tightness(evidence),
        exact: exact.map(|(mean, _)| mean.to_string()),
        alpha: if exact.is_some() { 0.0 } else { 2.0 * alpha },
        method: if exact.is_some() { "complete enumeration".into() } else { estimate.method() },
        ..blank
    };
    if violated {
        verdict.decided(VerdictWord::Violated)
    } else if evidence.is_vacuous() {
        verdict.decided(VerdictWord::Vacuous)
    } else if holds && evidence.is_finished() {
        verdict.decided(VerdictWord::Holds)
    } else {
        let needed = stats::replicates_needed(&estimate.values, estimate.range, estimate.limit, alpha);
        Verdict { needed, ..verdict }.decided(VerdictWord::Inconclusive)
    }
}

fn tightness(evidence: &Evidence) -> Option<f64> {
    let (observed, limit) = evidence.means();
    rounded(ratio(&Quantity::float(observed), &Quantity::float(limit)))
}

/// No factor on a limit of zero or below, as of a difference, moves it towards a bound.
fn factor(bound: f64, limit: f64) -> Option<f64> {
    if limit > 0.0 && bound >= 0.0 { rounded(bound / limit) } else { None }
}

impl Estimate {
    /// Bounds on the mean of what is observed; where limits differ between samples, on the mean of observed − limit, the
    /// limit clipped at the largest value that can be observed, against zero.
    fn of_mean(claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Self {
        if let Some(exact) = enumerated(evidence) {
            return exact;
        }
        let (a, b) = claim.statement.range();
        let limits: Vec<f64> = evidence.numbers().map(|(_, limit)| limit.value).collect();
        let mean = stats::mean(&limits);
        let constant = limits.first().copied().filter(|first| !claim.has_random_limit() && limits.iter().all(|limit| limit == first));
        match constant {
            Some(limit) => Self::bounded(evidence, alpha, Interval::new(a, b), limit, |observed, _| observed),
            None => Self {
                scale: mean,
                ..Self::bounded(evidence, alpha, Interval::new(a - b, b - a), 0.0, |observed, limit| observed - limit.min(b))
            },
        }
    }

    /// Bounds on P(observed > limit).
    fn of_exceedance(evidence: &Evidence, alpha: f64, delta: f64) -> Self {
        Self::bounded(evidence, alpha, Interval::new(0.0, 1.0), delta, |observed, limit| f64::from(observed > limit))
    }

    /// A case without a final value counts against the claim in both directions: as the lowest value for the lower bound,
    /// as the highest for the upper one.
    fn bounded(evidence: &Evidence, alpha: f64, range: Interval, limit: f64, value: impl Fn(f64, f64) -> f64) -> Self {
        let (mut low, mut high) = (BettingSequence::new(range), BettingSequence::new(range));
        let mut values = Vec::new();
        for case in evidence.cases.iter().filter(|case| case.status != Status::Inapplicable) {
            let known = case.numbers.as_ref().filter(|_| case.status == Status::Complete);
            let known = known.map(|(observed, limit, _)| value(observed.value, limit.value));
            low.push(known.unwrap_or(range.lower));
            high.push(known.unwrap_or(range.upper));
            values.extend(known);
        }
        Self { lower: low.lower_bound(alpha), upper: high.upper_bound(alpha), limit, scale: limit, values, range, exact: None }
    }

    fn method(&self) -> String {
        "confidence sequence by betting (Waudby-Smith and Ramdas 2024), independent replicates".into()
    }
}

/// The expectation as a fraction, from a complete enumeration in which every case is exact.
fn enumerated(evidence: &Evidence) -> Option<Estimate> {
    if !evidence.complete || !evidence.is_finished() || evidence.count(Status::Inapplicable) > 0 {
        return None;
    }
    let (mut mean, mut limits) = (Rational::zero(), Rational::zero());
    for case in &evidence.cases {
        let (observed, limit, _) = case.numbers.as_ref()?;
        let weight = case.weight.as_ref()?;
        mean = &mean + &(weight * observed.exact.as_ref()?);
        limits = &limits + &(weight * limit.exact.as_ref()?);
    }
    let (value, limit) = (mean.to_f64(), limits.to_f64());
    let range = Interval::new(value, value);
    Some(Estimate { lower: value, upper: value, limit, scale: limit, values: Vec::new(), range, exact: Some((mean, limits)) })
}
