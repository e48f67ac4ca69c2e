//! Rules on claims about expectations and probabilities, from a confidence sequence or a complete enumeration.

use super::surely::ratio;
use super::verdict::rounded;
use super::{Evidence, Status, Verdict, enumeration};
use crate::claim::{StatedClaim, VerdictWord};
use crate::stats::{self, BettingSequence, Interval};
use perceptron::sample::{Quantity, Rational};

/// Said of an enumeration of which some outcome is missing, failed, was cut off, or is not spoken of: weighted outcomes are no independent draws,
/// so no bet on them would be fair.
const OPEN: &str =
    "complete enumeration with outcomes that have no value: the expectation is not known";

/// Said where samples have limits of their own, and no proof allows it.
const VARIED: &str = "limits differ between samples, which this claim does not permit";

/// Bounds on an expectation and the limit it is compared with.
struct Estimate {
    lower: f64,
    upper: f64,
    limit: f64,
    /// What `needed` is computed from: the values, and the range they lie in.
    values: Vec<f64>,
    range: Interval,
    /// Known from an enumeration, as is the limit: then a comparison decides, in fractions or beyond their enclosures.
    known: Option<(Quantity, Quantity)>,
}

/// E[observed] ≤ limit.
pub(super) fn at_most(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
) -> Verdict {
    let estimate = match Estimate::of_mean(claim, evidence, alpha) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let bet = (
        estimate.lower > estimate.limit,
        estimate.upper <= estimate.limit * (1.0 + claim.slack),
    );
    let decision = estimate.decision(Quantity::exceeds, bet);
    let verdict = Verdict {
        refuted_below: factor(estimate.lower, estimate.limit),
        ..blank
    };
    conclude(verdict, evidence, &estimate, alpha, decision)
}

/// E[observed] ≥ limit.
pub(super) fn at_least(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
) -> Verdict {
    let estimate = match Estimate::of_mean(claim, evidence, alpha) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let bet = (
        estimate.upper < estimate.limit,
        estimate.lower >= estimate.limit * (1.0 - claim.slack),
    );
    let decision = estimate.decision(|mean, limit| limit.exceeds(mean), bet);
    let verdict = Verdict {
        refuted_below: factor(estimate.upper, estimate.limit),
        ..blank
    };
    conclude(verdict, evidence, &estimate, alpha, decision)
}

/// E[observed] = limit: holds when the interval lies inside limit·(1 ± slack), violated when it excludes the limit. Two bounds can each be
/// wrong with `violated`, so each has half the level of a one-sided claim.
pub(super) fn equal(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
) -> Verdict {
    let level = alpha / 2.0;
    let estimate = match Estimate::of_mean(claim, evidence, level) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let excluded = estimate.lower > estimate.limit || estimate.upper < estimate.limit;
    let inside = match claim.statement.limit_is_measured() {
        true => is_within_measured(claim, evidence, level),
        false => {
            let slack = claim.slack * estimate.limit.abs();
            estimate.lower >= estimate.limit - slack && estimate.upper <= estimate.limit + slack
        }
    };
    let decision = estimate.decision(Quantity::differs, (excluded, inside));
    conclude(blank, evidence, &estimate, alpha, decision)
}

/// Whether E[observed] lies inside E[limit]·(1 ± slack), both measured: one game for each end, so that no end is itself estimated.
///
/// # Formula
///
/// ```text
/// E[observed − (1 + slack)·limit] ≤ 0 ≤ E[observed − (1 − slack)·limit]
/// ```
fn is_within_measured(claim: &StatedClaim, evidence: &Evidence, level: f64) -> bool {
    let [above, below] = [1.0 + claim.slack, 1.0 - claim.slack]
        .map(|factor| Estimate::of_difference(claim, evidence, level, factor));
    above.upper <= 0.0 && below.lower >= 0.0
}

/// P(observed > limit) ≤ δ.
pub(super) fn with_probability(
    blank: Verdict,
    claim: &StatedClaim,
    evidence: &Evidence,
    alpha: f64,
    delta: f64,
) -> Verdict {
    let estimate = match Estimate::of_exceedance(evidence, alpha, delta) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let bet = (
        estimate.lower > delta,
        estimate.upper <= delta * (1.0 + claim.slack),
    );
    let decision = estimate.decision(Quantity::exceeds, bet);
    conclude(blank, evidence, &estimate, alpha, decision)
}

/// Nothing can be said, and why.
fn open(blank: Verdict, reason: &str) -> Verdict {
    Verdict {
        method: reason.into(),
        ..blank
    }
    .decided(VerdictWord::Inconclusive)
}

/// The pre-stated proxy of an illustration: mean observed ≤ mean limit.
pub(super) fn illustration(blank: Verdict, claim: &StatedClaim, evidence: &Evidence) -> Verdict {
    let (observed, limit) = evidence.means();
    let shown = observed <= limit * (1.0 + claim.slack);
    let verdict = Verdict {
        method: "mean against the pre-stated proxy".into(),
        ..blank
    };
    verdict.decided(if shown {
        VerdictWord::Shown
    } else {
        VerdictWord::NotShown
    })
}

/// Precedence: violated, vacuous, holds, inconclusive.
fn conclude(
    blank: Verdict,
    evidence: &Evidence,
    estimate: &Estimate,
    alpha: f64,
    (violated, holds): (bool, bool),
) -> Verdict {
    let known = estimate.known.as_ref();
    // The two bounds are no interval where failed trials, or an unlikely sample, make them cross.
    let interval = rounded(estimate.lower)
        .zip(rounded(estimate.upper))
        .filter(|(lower, upper)| lower <= upper);
    let verdict = Verdict {
        interval: interval.map(|(lower, upper)| [lower, upper]),
        tightness_max: tightness(evidence),
        exact: known
            .and_then(|(mean, _)| mean.exact.as_ref())
            .map(Rational::to_string),
        alpha: if known.is_some() { 0.0 } else { 2.0 * alpha },
        method: if known.is_some() {
            "complete enumeration".into()
        } else {
            BETTING.into()
        },
        ..blank
    };
    if violated {
        verdict.decided(VerdictWord::Violated)
    } else if evidence.is_vacuous() {
        verdict.decided(VerdictWord::Vacuous)
    } else if holds && evidence.is_finished() {
        verdict.decided(VerdictWord::Holds)
    } else {
        let needed =
            stats::replicates_needed(&estimate.values, estimate.range, estimate.limit, alpha);
        Verdict { needed, ..verdict }.decided(VerdictWord::Inconclusive)
    }
}

fn tightness(evidence: &Evidence) -> Option<f64> {
    let (observed, limit) = evidence.means();
    rounded(ratio(&Quantity::float(observed), &Quantity::float(limit)))
}

/// No factor on a limit of zero or below, as of a difference, moves it towards a bound.
fn factor(bound: f64, limit: f64) -> Option<f64> {
    if limit > 0.0 && bound >= 0.0 {
        rounded(bound / limit)
    } else {
        None
    }
}

const BETTING: &str =
    "confidence sequence by betting (Waudby-Smith and Ramdas 2024), independent replicates";

impl Estimate {
    /// Bounds on the mean of what is observed; where the claim permits limits that differ between samples, on the mean of
    /// observed − limit, the limit clipped at the largest value that can be observed, against zero.
    fn of_mean(claim: &StatedClaim, evidence: &Evidence, alpha: f64) -> Result<Self, &'static str> {
        if evidence.complete {
            return enumeration::expectations(evidence)
                .map(|(mean, limit)| Self::known(mean, limit))
                .ok_or(OPEN);
        }
        if claim.statement.limit_is_measured() {
            return Ok(Self::of_difference(claim, evidence, alpha, 1.0));
        }
        let (a, b) = claim.statement.range();
        if claim.has_random_limit() {
            let range = Interval::new(a - b, b - a);
            return Ok(Self::bounded(
                evidence,
                alpha,
                range,
                0.0,
                |observed, limit| observed - limit.min(b),
            ));
        }
        let mut limits = evidence.numbers().map(|(_, limit)| limit.value);
        let first = limits.next().unwrap_or(f64::NAN);
        if limits.any(|limit| limit != first) {
            return Err(VARIED);
        }
        Ok(Self::bounded(
            evidence,
            alpha,
            Interval::new(a, b),
            first,
            |observed, _| observed,
        ))
    }

    /// Bounds on E[observed − factor·limit], against zero, where the limit is measured too.
    ///
    /// Both sides are then numbers of one kind: a limit lies in scale·[a, b], so that clipping it there changes no row that is
    /// right, and a row that is wrong cannot leave the range in which the game is fair.
    fn of_difference(claim: &StatedClaim, evidence: &Evidence, alpha: f64, factor: f64) -> Self {
        let (a, b) = claim.statement.range();
        let scale = claim.scale.to_f64();
        let (low, high) = (scale * a, scale * b);
        let range = Interval::new(a - factor * high, b - factor * low);
        Self::bounded(evidence, alpha, range, 0.0, |observed, limit| {
            observed - factor * limit.clamp(low, high)
        })
    }

    /// Bounds on P(observed > limit).
    fn of_exceedance(evidence: &Evidence, alpha: f64, delta: f64) -> Result<Self, &'static str> {
        if evidence.complete {
            let limit = Quantity::exact(Rational::from_decimal(delta));
            return enumeration::exceedance(evidence)
                .map(|probability| Self::known(probability, limit))
                .ok_or(OPEN);
        }
        let exceeds = |observed: f64, limit: f64| f64::from(observed > limit);
        Ok(Self::bounded(
            evidence,
            alpha,
            Interval::UNIT,
            delta,
            exceeds,
        ))
    }

    fn known(mean: Quantity, limit: Quantity) -> Self {
        let range = Interval::new(mean.lower, mean.upper);
        Self {
            lower: mean.lower,
            upper: mean.upper,
            limit: limit.value,
            values: Vec::new(),
            range,
            known: Some((mean, limit)),
        }
    }

    /// Whether the claim is violated, and whether it holds: by comparison where both sides are known, else by the bounds.
    fn decision(
        &self,
        is_violated: impl Fn(&Quantity, &Quantity) -> bool,
        bet: (bool, bool),
    ) -> (bool, bool) {
        let compared = self
            .known
            .as_ref()
            .map(|(mean, limit)| is_violated(mean, limit));
        compared.map_or(bet, |violated| (violated, !violated))
    }

    /// A case without a final value counts against the claim in both directions: as the lowest value for the lower bound,
    /// as the highest for the upper one.
    fn bounded(
        evidence: &Evidence,
        alpha: f64,
        range: Interval,
        limit: f64,
        value: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let (mut low, mut high) = (BettingSequence::new(range), BettingSequence::new(range));
        let mut values = Vec::new();
        for case in evidence
            .cases
            .iter()
            .filter(|case| case.status != Status::Inapplicable)
        {
            let known = case
                .numbers
                .as_ref()
                .filter(|_| case.status == Status::Complete);
            let known = known.map(|(observed, limit, _)| value(observed.value, limit.value));
            low.push(known.unwrap_or(range.lower));
            high.push(known.unwrap_or(range.upper));
            values.extend(known);
        }
        Self {
            lower: low.lower_bound(alpha),
            upper: high.upper_bound(alpha),
            limit,
            values,
            range,
            known: None,
        }
    }
}
