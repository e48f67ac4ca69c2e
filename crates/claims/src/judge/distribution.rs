//! Judges claims about a distribution function, from bounds on its distance from the stated one.

use super::distances::TrialDistances;
use super::statistical::open;
use super::verdict::rounded;
use super::{Evidence, Verdict};
use crate::claim::VerdictKind;
use crate::stats::{self, DistanceSequence, Level, Look};

/// Reason for `inconclusive` if trials are the outcomes of a complete enumeration.
const ENUMERATED: &str = "complete enumeration: the values of finitely many outcomes have no continuous distribution function";

/// Reason for `inconclusive` before the first look.
const TOO_FEW: &str = "too few replicates: the empirical distribution function is first compared after 16, or after all";

/// Judges a claim that the observed number has the stated distribution function. It is violated if the two certainly differ somewhere, and holds if
/// they differ by at most the slack everywhere.
pub(super) fn equal(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let Some(TrialDistances { sequence }) = &evidence.distances else {
        return open(blank, ENUMERATED);
    };
    let slack = evidence.claim.slack;
    let blank = Verdict {
        // The function at the observed numbers is no limit that they could approach.
        limit_min: None,
        closest: None,
        ..blank
    };
    let Some(look) = sequence.last() else {
        let verdict = open(blank, TOO_FEW);
        return Verdict {
            needed: sequence.needed(f64::INFINITY),
            ..verdict
        };
    };
    let bounds = sequence.bounds();
    let word = if bounds.lower > 0.0 {
        VerdictKind::Violated
    } else if bounds.upper <= slack && evidence.is_finished() {
        VerdictKind::Holds
    } else {
        VerdictKind::Inconclusive
    };
    let is_open = word == VerdictKind::Inconclusive;
    let needed = is_open.then(|| needed(sequence, look, slack)).flatten();
    let (lower, upper) = (rounded(bounds.lower.max(0.0)), rounded(bounds.upper));
    let verdict = Verdict {
        interval: lower.zip(upper).map(|(lower, upper)| [lower, upper]),
        power: power(word, look, slack, evidence.growth()),
        alpha: level.share(),
        needed,
        method: format!(
            "distance of distribution functions by Dvoretzky, Kiefer, Wolfowitz and Massart at fixed numbers of independent replicates, the last {}",
            look.values
        ),
        ..blank
    };
    verdict.decided(word)
}

/// The number of further replicates until a band is narrow enough to decide, if the empirical function stays as far from the stated one as it is.
fn needed(sequence: &DistanceSequence, look: Look, slack: f64) -> Option<u64> {
    let reach = match slack - look.distance.upper {
        room if room > 0.0 => room,
        _ => look.distance.lower,
    };
    sequence.needed(reach)
}

/// The probability that other draws lead to the same verdict, if radius and standard error become smaller by the factor `growth` in the end. The
/// distance of the empirical function has a standard error of at most 1/(2√n), that of a share.
fn power(word: VerdictKind, look: Look, slack: f64, growth: f64) -> Option<f64> {
    let error = 0.5 / (look.values as f64).sqrt();
    let room = match word {
        VerdictKind::Violated => look.distance.lower * growth - look.radius,
        VerdictKind::Holds => slack * growth - look.distance.upper - look.radius,
        _ => return None,
    };
    rounded(stats::power([room / error]))
}
