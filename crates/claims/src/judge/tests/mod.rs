//! Checks the verdict rules form by form on hand-made evidence, and the claims about all cells at once.

mod distribution;
mod enumeration;
mod said;
mod same_runs;
mod statistical;
mod surely;
mod sweep;
mod vacuity;

use super::comparison::Comparison;
use super::illustration::illustration;
use super::statistical::{at_least, at_most, equal, with_probability};
use super::surely::{exists, identity, surely};
use super::{Case, Evidence, Status, TrialSides, Verdict};
use crate::claim::{Form, Registered, StatedClaim, VerdictKind};
use crate::stats::{AlphaLedger, Level};
use perceptron::sample::{Quantity, Rational};
use perceptron::seed::Seed;
use serde_json::Map;

/// A verdict rule with the level that the judge gives to it, if one verdict may spend 0.01.
struct Rule {
    level: fn(&AlphaLedger) -> Level,
    decide: fn(Verdict, &Evidence, Level) -> Verdict,
}

const SURELY: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: |blank, evidence, level| surely(blank, evidence, level.share()),
};

const IDENTITY: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: |blank, evidence, level| identity(blank, evidence, level.share()),
};

const EXISTS: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: |blank, evidence, _| exists(blank, evidence),
};

const AT_MOST: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: at_most,
};

const AT_LEAST: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: at_least,
};

const EQUAL: Rule = Rule {
    level: AlphaLedger::two_sided,
    decide: equal,
};

const WITH_PROBABILITY: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: with_probability,
};

const ILLUSTRATION: Rule = Rule {
    level: AlphaLedger::one_sided,
    decide: |blank, evidence, _| illustration(blank, evidence),
};

impl Rule {
    /// Judges a claim on these cases.
    fn on(&self, claim: &StatedClaim, seen: &Seen) -> Verdict {
        let level = (self.level)(&AlphaLedger::new(0.01, 1));
        let evidence = seen.under(claim, level);
        (self.decide)(blank(&evidence), &evidence, level)
    }
}

fn blank(evidence: &Evidence) -> Verdict {
    Verdict::blank("e", Some(&Map::new()), &["v".into()], evidence)
}

/// The cases of a cell, and whether they are a complete enumeration.
#[derive(Clone)]
struct Seen {
    cases: Vec<Case>,
    complete: bool,
}

impl Seen {
    fn under<'a>(&self, claim: &'a StatedClaim, level: Level) -> Evidence<'a> {
        let mut evidence = Evidence::new(claim, &["v".into()], self.complete, level);
        for case in &self.cases {
            evidence.push(case, 1, || "cell:v:3".into());
        }
        evidence
    }
}

fn drawn(cases: impl IntoIterator<Item = Case>) -> Seen {
    Seen {
        cases: cases.into_iter().collect(),
        complete: false,
    }
}

/// A claim that an expectation stays below a limit.
fn claim(slack: f64) -> StatedClaim {
    stated("leave-one-out-risk-bound = {}", slack)
}

/// A claim that a limit is exceeded with at most this probability.
fn often(probability: f64, slack: f64) -> StatedClaim {
    let claim = format!("rarely-more-updates = {{ probability = {probability} }}");
    stated(&claim, slack)
}

/// A claim about a count that only grows during a run.
fn mistakes() -> StatedClaim {
    stated("online-mistake-bound = {}", 0.0)
}

/// A claim that states another growing count as a number.
fn updates() -> StatedClaim {
    stated("stated-count = { updates = 10 }", 0.0)
}

/// A claim that some sample is within its limit.
fn some() -> StatedClaim {
    stated("fewer-updates-exist = {}", 0.0)
}

fn stated(claim: &str, slack: f64) -> StatedClaim {
    let claim: Registered = toml::from_str(claim).unwrap();
    StatedClaim {
        id: "c".into(),
        variants: vec!["v".into()],
        slack,
        ..StatedClaim::plain(claim)
    }
}

fn case(observed: Quantity, limit: Quantity) -> Case {
    let vacuous = limit.value >= 1e6;
    Case {
        status: Status::Complete,
        numbers: Some(TrialSides {
            comparison: Comparison::of(&observed, &limit),
            observed,
            limit,
            vacuous,
            trivial: None,
            equality_is_beyond: false,
            is_coarse: false,
            sharp: None,
        }),
        weight: None,
    }
}

fn counts(pairs: &[(u64, u64)]) -> Seen {
    let pairs = pairs.iter();
    drawn(pairs.map(|&(observed, limit)| case(Quantity::count(observed), Quantity::count(limit))))
}

fn floats(observed: f64, limit: f64) -> Case {
    case(Quantity::float(observed), Quantity::float(limit))
}

/// Coin throws with this mean as observed numbers, each with this limit.
fn coins(mean: f64, count: usize, limit: f64) -> Seen {
    let mut stream = Seed::root(5).stream();
    drawn((0..count).map(|_| floats(f64::from(stream.uniform() < mean), limit)))
}

/// Replaces the status of the first case.
fn with_status(mut seen: Seen, status: Status) -> Seen {
    seen.cases[0].status = status;
    seen
}

#[test]
fn a_claim_without_an_applicable_trial_is_inapplicable() {
    let seen = with_status(counts(&[(3, 10)]), Status::Inapplicable);
    let claim = claim(0.0);
    let level = AlphaLedger::new(0.01, 1).one_sided();
    let verdict = blank(&seen.under(&claim, level));
    assert_eq!(
        (verdict.verdict, verdict.inapplicable, verdict.applicable),
        (VerdictKind::Inapplicable, 1, 0)
    );
}

#[test]
fn an_illustration_is_shown_or_not_and_never_holds() {
    let word = |pairs: &[(u64, u64)]| ILLUSTRATION.on(&claim(0.0), &counts(pairs)).verdict;
    assert_eq!(word(&[(1, 2), (2, 2)]), VerdictKind::Shown);
    assert_eq!(word(&[(3, 2), (2, 2)]), VerdictKind::NotShown);
}
