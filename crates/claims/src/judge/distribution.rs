//! Judges claims about a distribution function, from bounds on its distance from the stated one.

use super::statistical::open;
use super::verdict::rounded;
use super::{Evidence, Verdict};
use crate::claim::VerdictKind;
use crate::stats::distance_sequence::{last_look, radius};
use crate::stats::{self, DistanceSequence, Interval, Level, Look};

/// Reason for `inconclusive` if trials are the outcomes of a complete enumeration.
const ENUMERATED: &str = "complete enumeration: the values of finitely many outcomes have no continuous distribution function";

/// Reason for `inconclusive` if the stated function does not rise with the observed number.
const FALLS: &str = "the limit is no distribution function of the observed number: it falls where that number rises, or has two values at one number";

/// Reason for `inconclusive` before the first look.
const TOO_FEW: &str =
    "too few replicates: the empirical distribution function is first compared after 16";

/// An empirical distribution function that is farther from the stated one than it is with this probability counts as different by more than chance.
const CHANCE: f64 = 0.05;

/// Judges a claim that the observed number has the stated distribution function, at the last look so far. It is violated if the two certainly differ
/// somewhere, and holds if they differ by at most the slack everywhere.
pub(super) fn equal(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let Some(distances) = &evidence.distances else {
        return open(blank, ENUMERATED);
    };
    let sequence = &distances.sequence;
    let blank = Verdict {
        // The function at the observed numbers is no limit that they could approach.
        limit_min: None,
        closest: None,
        ..blank
    };
    let Some(look) = sequence.last() else {
        let verdict = open(blank, TOO_FEW);
        return Verdict {
            needed: sequence.needed(|_| true),
            ..verdict
        };
    };
    let (bounds, slack) = (sequence.bounds(), evidence.claim.slack);
    let word = if bounds.lower > 0.0 {
        VerdictKind::Violated
    } else if !distances.function_rises() {
        // The numbers F(observed) say nothing about the observed numbers.
        return open(blank, FALLS);
    } else if bounds.upper <= slack && evidence.is_finished() {
        VerdictKind::Holds
    } else {
        VerdictKind::Inconclusive
    };
    let is_open = word == VerdictKind::Inconclusive;
    let (lower, upper) = (rounded(bounds.lower.max(0.0)), rounded(bounds.upper));
    let is_between = look.values < evidence.applicable();
    let verdict = Verdict {
        independent: blank.independent.or(is_between.then_some(look.values)),
        interval: lower.zip(upper).map(|(lower, upper)| [lower, upper]),
        power: power(word, sequence, look, evidence),
        alpha: level.share(),
        needed: needed(sequence, look, evidence).filter(|_| is_open),
        method: method(look, evidence.applicable()),
        ..blank
    };
    verdict.decided(word)
}

fn method(look: Look, replicates: u64) -> String {
    let count = match look.values == replicates {
        true => format!("{replicates}"),
        false => format!("the first {} of {replicates}", look.values),
    };
    format!(
        "distance of distribution functions by Dvoretzky, Kiefer, Wolfowitz and Massart, judged at {count} independent replicates"
    )
}

/// The number of further replicates until the first look that can decide. If chance may explain the distance of the empirical function, it shrinks like
/// 1/√n, and the claim may come to hold; otherwise it stays as it is, and the claim may also be violated.
fn needed(sequence: &DistanceSequence, look: Look, evidence: &Evidence) -> Option<u64> {
    let Interval { lower, upper } = look.distance;
    let is_chance = lower <= radius(look.values, CHANCE);
    let decides = |values: u64| {
        let shrunk = match is_chance {
            true => lower * (look.values as f64 / values as f64).sqrt(),
            false => lower,
        };
        let radius = sequence.radius_at(values);
        let holds = upper - lower + shrunk + radius <= evidence.claim.slack;
        holds && evidence.is_finished() || !is_chance && lower > radius
    };
    sequence.needed(decides)
}

/// The probability that other draws lead to the same verdict at the last look that the cell can reach. The distance of the empirical function has a
/// standard error of at most 1/(2√n), that of a share.
fn power(
    word: VerdictKind,
    sequence: &DistanceSequence,
    look: Look,
    evidence: &Evidence,
) -> Option<f64> {
    let last = last_look(evidence.most_cases()).map_or(look.values, |last| last.max(look.values));
    let (radius, error) = (sequence.radius_at(last), 0.5 / (last as f64).sqrt());
    let room = match word {
        VerdictKind::Violated => look.distance.lower - radius,
        VerdictKind::Holds => evidence.claim.slack - look.distance.upper - radius,
        _ => return None,
    };
    rounded(stats::power([room / error]))
}
