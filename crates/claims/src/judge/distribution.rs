//! Judges claims about a distribution function, from bounds on its distance from the stated one.

use super::statistical::open;
use super::verdict::rounded;
use super::{Case, Evidence, Status, Verdict};
use crate::claim::VerdictKind;
use crate::stats::{self, DistanceSequence, Interval, Level, Look};

/// Reason for `inconclusive` if trials are the outcomes of a complete enumeration.
const ENUMERATED: &str = "complete enumeration: the values of finitely many outcomes have no continuous distribution function";

/// Reason for `inconclusive` before the first look.
const TOO_FEW: &str = "too few replicates: the empirical distribution function is first compared after 16, or after all";

/// The distance between the distribution function of the observed numbers of a cell and the stated function F, from the numbers F(observed): they have
/// the uniform distribution on [0, 1] exactly if F is continuous and the distribution function of the observed number.
#[derive(Debug, Clone)]
pub(super) struct TrialDistances(DistanceSequence);

impl TrialDistances {
    /// Makes the sequence of bounds before any trial. The same band errs in both directions, so it has the error probability of one verdict word.
    pub(super) fn new(level: Level, planned: Option<u64>) -> Self {
        Self(DistanceSequence::new(level.of_one_word(), planned))
    }

    /// Adds a trial or pair. If it has no final value, its value may be any.
    pub(super) fn add(&mut self, case: &Case) {
        let function = case.numbers.as_ref().map(|numbers| &numbers.limit);
        let known = function.filter(|_| case.status == Status::Complete);
        let ends = known.map(|function| Interval::new(function.lower, function.upper));
        self.0.push(ends.unwrap_or(Interval::UNIT));
    }
}

/// Judges a claim that the observed number has the stated distribution function. It is violated if the two certainly differ somewhere, and holds if
/// they differ by at most the slack everywhere.
pub(super) fn equal(blank: Verdict, evidence: &Evidence, level: Level) -> Verdict {
    let Some(TrialDistances(sequence)) = &evidence.distances else {
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
