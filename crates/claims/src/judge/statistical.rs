//! Judges claims about expectations and probabilities, from a confidence sequence or a complete enumeration.

use super::enumeration::{Enumeration, KnownMean};
use super::games::{BettingGame, RequiredBound, widened};
use super::slack::{beyond_ends, within_ends};
use super::verdict::rounded;
use super::{Evidence, Verdict, case};
use crate::claim::VerdictKind;
use crate::numbers::percent;
use crate::stats::{self, Interval, Level};
use perceptron::sample::Rational;

/// Reason for `inconclusive` if an outcome of an enumeration is missing, failed, was cut off, or is inapplicable. Weighted outcomes are not
/// independent draws, so no bet on them would be fair.
const OPEN: &str =
    "complete enumeration with outcomes that have no value: the expectation is not known";

/// Reason for `inconclusive` if one run on each enumerated sample does not cover all possible runs.
const DRAWN: &str = "complete enumeration of samples, but the learner draws at random too";

/// Reason for `inconclusive` if samples have different limits and no proof allows it.
const VARIED: &str = "limits differ between samples, which this claim does not permit";

/// Reason for `inconclusive` if no trial could refute the claim, but the trials do not show that its limit says nothing.
const UNREFUTABLE: &str = "no observable value exceeds the limit on any of these trials, and they are too few to show that the measured limit says nothing";

/// Text for a verdict's `method` if bets on a mean decide.
const BETTING: &str =
    "confidence sequence by betting (Waudby-Smith and Ramdas 2024), independent replicates";

/// What is known about an expectation or a probability, and the limit with which it is compared.
enum Estimate<'a> {
    /// The value and its limit, computed from a complete enumeration as fractions or proved enclosures, so that a comparison decides.
    Known(Box<KnownMean>),
    /// A betting game, the confidence bounds that it gives, and the limit with which they are compared.
    Bet(&'a BettingGame, Interval, f64),
}

/// How an [`Estimate`] decides about a claim.
enum StatisticalDecision<'a> {
    /// Value and limit are known: whether they agree with the claim; `None` if their enclosures overlap too widely to tell.
    Known(Option<bool>),
    /// Confidence bounds decide, each with the error probability of one bound.
    Bet {
        /// The claim is violated if one of these is strictly met.
        violated: Vec<RequiredBound<'a>>,
        /// The claim holds if all of these are met.
        holds: Vec<RequiredBound<'a>>,
    },
}

impl StatisticalDecision<'_> {
    fn is_violated(&self) -> bool {
        match self {
            Self::Known(agrees) => *agrees == Some(false),
            Self::Bet { violated, .. } => violated.iter().any(RequiredBound::is_more_than_met),
        }
    }

    fn holds(&self) -> bool {
        match self {
            Self::Known(agrees) => *agrees == Some(true),
            Self::Bet { holds, .. } => holds.iter().all(RequiredBound::is_met),
        }
    }

    /// The estimated number of further trials until the decision: until one condition for `violated` is met, or all for `holds`. `None` if the mean so
    /// far would never decide. A trial without a value forbids `holds`, which then takes no number of trials.
    fn needed(&self, is_finished: bool) -> Option<u64> {
        let Self::Bet { violated, holds } = self else {
            return None;
        };
        // A bound that lies on the limit meets the condition and does not violate the claim.
        let unmet = violated.iter().filter(|bound| !bound.is_met());
        let refuted = unmet.filter_map(RequiredBound::needed).min();
        let each = holds.iter().map(RequiredBound::needed);
        let held = each.collect::<Option<Vec<u64>>>().filter(|_| is_finished);
        let held = held.and_then(|needed| needed.into_iter().max());
        let first = refuted.into_iter().chain(held).min();
        first.map(|needed| needed.max(1))
    }

    /// The probability that other draws lead to the same verdict, if bounds become narrower by the factor `growth` in the end; `None` if chance has
    /// no part in the decision.
    fn power(&self, word: VerdictKind, growth: f64) -> Option<f64> {
        let Self::Bet { violated, holds } = self else {
            return None;
        };
        let margin = |need: &RequiredBound| need.margin(growth);
        match word {
            VerdictKind::Violated => {
                let largest = violated.iter().map(margin).fold(f64::MIN, f64::max);
                rounded(stats::power([largest]))
            }
            VerdictKind::Holds => rounded(stats::power(holds.iter().map(margin))),
            _ => None,
        }
    }
}

impl Estimate<'_> {
    fn bounds(&self) -> Interval {
        match self {
            Self::Known(known) => Interval::new(known.mean.lower, known.mean.upper),
            Self::Bet(_, bounds, _) => *bounds,
        }
    }

    /// The value (its estimate is the mean over the trials so far), and the limit with which it is compared.
    fn sides(&self) -> (f64, f64) {
        match self {
            Self::Known(known) => (known.mean.value, known.limit.value),
            Self::Bet(game, _, limit) => (game.values.moments.mean(), *limit),
        }
    }

    /// Compares value and limit by `agrees` if both are known, and otherwise lets `bet` return the conditions on the confidence bounds for
    /// `violated` and for `holds`.
    fn decide<'b>(
        &'b self,
        agrees: impl Fn(&KnownMean) -> Option<bool>,
        bet: impl Fn(&'b BettingGame, Interval, f64) -> [Vec<RequiredBound<'b>>; 2],
    ) -> StatisticalDecision<'b> {
        match self {
            Self::Known(known) => StatisticalDecision::Known(agrees(known)),
            Self::Bet(game, bounds, limit) => {
                let [violated, holds] = bet(game, *bounds, *limit);
                StatisticalDecision::Bet { violated, holds }
            }
        }
    }
}

fn known<'a>(mean: KnownMean) -> Estimate<'a> {
    Estimate::Known(Box::new(mean))
}

/// The outcomes of a complete enumeration with their probabilities; `None` if the trials are no enumeration, an error if the learner draws at random
/// too.
fn enumerated<'a>(evidence: &'a Evidence) -> Result<Option<&'a Enumeration>, &'static str> {
    let enumeration = evidence.enumeration.as_ref();
    if enumeration.is_some() && !evidence.is_exhaustive() {
        return Err(DRAWN);
    }
    Ok(enumeration)
}

/// The mean of the observed values, or of their difference from the limit, with bounds; an error is the reason why the mean is not known.
fn of_mean<'a>(evidence: &'a Evidence) -> Result<Estimate<'a>, &'static str> {
    if let Some(enumeration) = enumerated(evidence)? {
        return enumeration.expectations().map(known).ok_or(OPEN);
    }
    let games = evidence.games.as_ref().ok_or(OPEN)?;
    let limit = games.limit().ok_or(VARIED)?;
    Ok(Estimate::Bet(&games.mean, games.mean.bounds(), limit))
}

/// The probability that the observed value exceeds its limit, to be compared with the allowed one; an error is the reason why it is not known.
fn of_exceedance<'a>(evidence: &'a Evidence) -> Result<Estimate<'a>, &'static str> {
    let allowed = &evidence.claim.statement.allowed;
    if let Some(enumeration) = enumerated(evidence)? {
        let mean = enumeration.exceedance(allowed);
        return mean.map(known).ok_or(OPEN);
    }
    let games = evidence.games.as_ref().ok_or(OPEN)?;
    let bounds = games.mean.bounds();
    Ok(Estimate::Bet(&games.mean, bounds, allowed.to_f64()))
}

/// Judges a claim that E[observed] ≤ limit, and fills in the `blank` verdict.
pub(super) fn at_most(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let estimate = match of_mean(evidence) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let (slack, tolerance) = (evidence.claim.slack, evidence.claim.tolerance());
    let agrees = |known: &KnownMean| known.against(tolerance).is_at_most();
    let decision = estimate.decide(agrees, |game, bounds, limit| {
        let end = || RequiredBound::at_most(game, bounds.upper, widened(limit, 1.0 + slack));
        let beyond =
            || RequiredBound::at_least(game, bounds.lower, widened(limit, 1.0 + tolerance));
        [
            vec![beyond_ends(evidence).map_or_else(beyond, |[above, _]| above)],
            vec![within_ends(evidence).map_or_else(end, |[most, _]| most)],
        ]
    });
    let refuted_below = factor(estimate.bounds().lower, estimate.sides().1);
    conclude(
        Verdict {
            refuted_below,
            ..blank
        },
        evidence,
        &estimate,
        level,
        decision,
    )
}

/// Judges a claim that E[observed] ≥ limit, and fills in the `blank` verdict.
pub(super) fn at_least(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let estimate = match of_mean(evidence) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let (slack, tolerance) = (evidence.claim.slack, evidence.claim.tolerance());
    let agrees = |known: &KnownMean| known.against(-tolerance).is_at_least();
    let decision = estimate.decide(agrees, |game, bounds, limit| {
        let end = || RequiredBound::at_least(game, bounds.lower, widened(limit, 1.0 - slack));
        let beyond = || RequiredBound::at_most(game, bounds.upper, widened(limit, 1.0 - tolerance));
        [
            vec![beyond_ends(evidence).map_or_else(beyond, |[_, below]| below)],
            vec![within_ends(evidence).map_or_else(end, |[_, least]| least)],
        ]
    });
    let refuted_below = factor(estimate.bounds().upper, estimate.sides().1);
    conclude(
        Verdict {
            refuted_below,
            ..blank
        },
        evidence,
        &estimate,
        level,
        decision,
    )
}

/// Judges E[observed] = limit. The claim holds if the interval lies inside limit·(1 ± slack), and is violated if the interval excludes the limit.
/// Each of two bounds can be wrong with `violated`, so each has half the level of a one-sided claim.
pub(super) fn equal(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let estimate = match of_mean(evidence) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let tolerance = evidence.claim.tolerance();
    let agrees = |known: &KnownMean| {
        if tolerance == 0.0 {
            return known.against(0.0).is_equal();
        }
        let most = known.against(tolerance).is_at_most()?;
        Some(most && known.against(-tolerance).is_at_least()?)
    };
    let decision = estimate.decide(agrees, |game, bounds, limit| {
        let (slack, tolerance) = (evidence.claim.slack * limit.abs(), tolerance * limit.abs());
        let inside = || {
            [
                RequiredBound::at_most(game, bounds.upper, limit + slack),
                RequiredBound::at_least(game, bounds.lower, limit - slack),
            ]
        };
        let outside = || {
            [
                RequiredBound::at_least(game, bounds.lower, limit + tolerance),
                RequiredBound::at_most(game, bounds.upper, limit - tolerance),
            ]
        };
        [
            beyond_ends(evidence).unwrap_or_else(outside).to_vec(),
            within_ends(evidence).unwrap_or_else(inside).to_vec(),
        ]
    });
    conclude(blank, evidence, &estimate, level, decision)
}

/// Judges a claim that P(observed > limit) ≤ δ, and fills in the `blank` verdict.
pub(super) fn with_probability(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let estimate = match of_exceedance(evidence) {
        Ok(estimate) => estimate,
        Err(reason) => return open(blank, reason),
    };
    let (slack, tolerance) = (evidence.claim.slack, evidence.claim.tolerance());
    let agrees = |known: &KnownMean| known.against(tolerance).is_at_most();
    let decision = estimate.decide(agrees, |game, bounds, delta| {
        [
            vec![RequiredBound::at_least(
                game,
                bounds.lower,
                delta * (1.0 + tolerance),
            )],
            vec![RequiredBound::at_most(
                game,
                bounds.upper,
                delta * (1.0 + slack),
            )],
        ]
    });
    let (exceeded, delta) = estimate.sides();
    let concluded = conclude(blank, evidence, &estimate, level, decision);
    // The order of two sides that count as equal is not known, and so the probability is not known as a fraction.
    let is_exact = evidence.runs.equal.is_none_or(|(_, most)| most == 0.0);
    Verdict {
        exact: concluded.exact.clone().filter(|_| is_exact),
        exceeded: rounded(exceeded),
        allowed: Some(delta),
        tightness_max: case::ratio(exceeded, delta).and_then(rounded),
        ..concluded
    }
}

/// Makes the verdict `inconclusive`, with the reason in its field `method`.
pub(super) fn open(blank: Verdict, reason: &str) -> Verdict {
    Verdict {
        method: reason.into(),
        ..blank
    }
    .decided(VerdictKind::Inconclusive)
}

/// Makes the verdict `inconclusive`, because a mean over only those samples that meet the premises is not an expectation under the distribution.
pub(super) fn selected(blank: Verdict) -> Verdict {
    let (met, all) = (blank.applicable, blank.trials);
    let share = percent(met as f64 / all as f64);
    let reason = format!(
        "the premises hold on {met} of {all} samples only ({share}), which are not a random selection"
    );
    open(blank, &reason)
}

/// Makes the verdict `inconclusive`, because a formula of the claim has no value on some trial that ended well, or one outside the stated `range`.
/// The bets are valid only for values inside it.
pub(super) fn without_range(blank: Verdict) -> Verdict {
    open(
        blank,
        "on some trials a formula has no value, or one outside the range of what is observed: correct the formula, or the key `range`",
    )
}

/// Completes a statistical verdict with the first of `violated`, `vacuous`, `holds` and `inconclusive` that applies.
fn conclude(
    blank: Verdict,
    evidence: &Evidence,
    estimate: &Estimate,
    level: Level,
    decision: StatisticalDecision,
) -> Verdict {
    let (mean, limit) = evidence.means();
    let verdict = Verdict {
        interval: interval(estimate.bounds()),
        tightness_max: case::ratio(mean, limit).and_then(rounded),
        ..described(blank, estimate, level)
    };
    // Missing cases were counted at their worst, so a violation holds whatever their values.
    let word = if decision.is_violated() {
        VerdictKind::Violated
    } else if evidence.is_vacuous() {
        VerdictKind::Vacuous
    } else if !decision.holds() || !evidence.is_finished() {
        VerdictKind::Inconclusive
    } else if evidence.vacuity.could_exceed() {
        VerdictKind::Holds
    } else {
        return open(verdict, UNREFUTABLE);
    };
    let is_open = word == VerdictKind::Inconclusive;
    let verdict = Verdict {
        needed: decision.needed(evidence.is_finished()).filter(|_| is_open),
        power: decision.power(word, evidence.growth()),
        ..verdict
    };
    verdict.decided(word)
}

/// Adds the method of the verdict and the part of α that it spends; nothing is spent on a complete enumeration.
fn described(blank: Verdict, estimate: &Estimate, level: Level) -> Verdict {
    match estimate {
        Estimate::Known(known) => Verdict {
            exact: known.mean.exact.as_ref().map(Rational::to_string),
            alpha: 0.0,
            method: "complete enumeration".into(),
            ..blank
        },
        Estimate::Bet(..) => Verdict {
            alpha: level.share(),
            method: BETTING.into(),
            ..blank
        },
    }
}

/// The confidence interval [lower, upper], rounded; `None` if failed trials or an unlikely sample make the two bounds cross.
pub(super) fn interval(bounds: Interval) -> Option<[f64; 2]> {
    let (lower, upper) = (rounded(bounds.lower)?, rounded(bounds.upper)?);
    (lower <= upper).then_some([lower, upper])
}

/// The factor by which the limit would have to be multiplied to equal the confidence bound; `None` if the limit is not positive or the bound is
/// negative.
fn factor(bound: f64, limit: f64) -> Option<f64> {
    if limit > 0.0 && bound >= 0.0 {
        rounded(bound / limit)
    } else {
        None
    }
}
