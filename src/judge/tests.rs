//! Checks the verdict rules form by form, on evidence made by hand.

use super::statistical::{at_least, at_most, equal, illustration, with_probability};
use super::surely::{exists, identity, surely};
use super::{Case, Evidence, Status, Verdict};
use crate::claim::{Claim, StatedClaim, Statement, VerdictWord};
use crate::sample::{Quantity, Rational};
use crate::seed::Seed;
use serde_json::Map;
use std::collections::BTreeSet;

fn claim(slack: f64) -> StatedClaim {
    let statement: Statement = toml::from_str("[leave-one-out-risk-bound]").unwrap();
    StatedClaim {
        id: "c".into(),
        margin: statement.form().default_margin(),
        statement,
        control_of: None,
        variants: vec!["v".into()],
        cells: BTreeSet::from([0]),
        scale: Rational::one(),
        slack,
        premise_waived: false,
        expect: VerdictWord::Holds,
    }
}

fn case(observed: Quantity, limit: Quantity) -> Case {
    let vacuous = limit.value >= 1e6;
    Case { status: Status::Complete, numbers: Some((observed, limit, vacuous)), weight: None, address: "cell:v:3".into() }
}

fn evidence(cases: Vec<Case>, complete: bool) -> Evidence {
    Evidence { cases, complete, ties: (None, None) }
}

fn counts(pairs: &[(u64, u64)]) -> Evidence {
    evidence(pairs.iter().map(|&(observed, limit)| case(Quantity::count(observed), Quantity::count(limit))).collect(), false)
}

/// Bernoulli values with a given mean, against a limit.
fn coins(mean: f64, count: usize, limit: f64) -> Evidence {
    let mut stream = Seed::root(5).stream();
    let value = |_| case(Quantity::float(f64::from(stream.uniform() < mean)), Quantity::float(limit));
    evidence((0..count).map(value).collect(), false)
}

fn blank(evidence: &Evidence) -> Verdict {
    Verdict::blank("e", &claim(0.0), &Map::new(), &["v".into()], evidence)
}

fn with_status(mut evidence: Evidence, status: Status) -> Evidence {
    evidence.cases[0].status = status;
    evidence
}

const ALPHA: f64 = 0.005;

#[test]
fn a_surely_claim_holds_where_every_trial_is_within_its_limit() {
    let evidence = counts(&[(3, 10), (10, 10)]);
    let verdict = surely(blank(&evidence), &evidence, 0.01);
    assert_eq!((verdict.verdict, verdict.tightness_max, verdict.refuted_below), (VerdictWord::Holds, Some(1.0), Some(1.0)));
    assert!(verdict.interval.is_some_and(|[low, high]| low == 0.0 && (high - 0.9).abs() < 1e-9));
}

#[test]
fn one_trial_above_its_limit_violates_a_surely_claim_and_is_its_witness() {
    let evidence = counts(&[(3, 10), (11, 10)]);
    let verdict = surely(blank(&evidence), &evidence, 0.01);
    assert_eq!(verdict.verdict, VerdictWord::Violated);
    assert_eq!(verdict.witness.as_deref(), Some("e:cell:v:3"));
    assert!(verdict.replay.is_some_and(|command| command.contains("replay 'e:cell:v:3'")));
}

#[test]
fn a_limit_that_only_rounding_undercuts_violates_nothing() {
    let limit = Quantity::within(10.0, 1e-12);
    let evidence = evidence(vec![case(Quantity::float(10.0 + 5e-13), limit)], false);
    assert_eq!(surely(blank(&evidence), &evidence, 0.01).verdict, VerdictWord::Holds);
}

#[test]
fn a_capped_failed_or_undecided_trial_forbids_holds() {
    for status in [Status::Capped, Status::Failed, Status::Undecided] {
        let evidence = with_status(counts(&[(3, 10), (4, 10)]), status);
        assert_eq!(surely(blank(&evidence), &evidence, 0.01).verdict, VerdictWord::Inconclusive, "{status:?}");
    }
}

#[test]
fn a_capped_trial_violates_if_what_it_counted_already_exceeds_the_limit() {
    let evidence = with_status(counts(&[(11, 10)]), Status::Capped);
    assert_eq!(surely(blank(&evidence), &evidence, 0.01).verdict, VerdictWord::Violated);
    let failed = with_status(counts(&[(11, 10)]), Status::Failed);
    assert_eq!(surely(blank(&failed), &failed, 0.01).verdict, VerdictWord::Inconclusive);
}

#[test]
fn limits_that_cannot_be_exceeded_make_a_claim_vacuous_but_not_where_it_is_violated() {
    let vacuous = counts(&[(3, 2_000_000), (4, 2_000_000)]);
    assert_eq!(surely(blank(&vacuous), &vacuous, 0.01).verdict, VerdictWord::Vacuous);
    let violated = counts(&[(3_000_000, 2_000_000)]);
    assert_eq!(surely(blank(&violated), &violated, 0.01).verdict, VerdictWord::Violated);
}

#[test]
fn an_identity_is_violated_by_one_difference() {
    let same = counts(&[(3, 3), (4, 4)]);
    assert_eq!(identity(blank(&same), &same, 0.01).verdict, VerdictWord::Holds);
    let other = counts(&[(3, 3), (4, 5)]);
    assert_eq!(identity(blank(&other), &other, 0.01).verdict, VerdictWord::Violated);
}

#[test]
fn existence_is_shown_by_one_case_and_refuted_by_a_complete_enumeration_only() {
    let shown = counts(&[(9, 3), (3, 3)]);
    assert_eq!(exists(blank(&shown), &shown).verdict, VerdictWord::Holds);
    let open = counts(&[(9, 3), (8, 3)]);
    assert_eq!(exists(blank(&open), &open).verdict, VerdictWord::Inconclusive);
    let refuted = Evidence { complete: true, ..open };
    assert_eq!(exists(blank(&refuted), &refuted).verdict, VerdictWord::Violated);
}

#[test]
fn an_expectation_below_its_limit_holds_and_above_it_is_violated() {
    for (mean, expected) in [(0.1, VerdictWord::Holds), (0.5, VerdictWord::Violated), (0.29, VerdictWord::Inconclusive)] {
        let evidence = coins(mean, 400, 0.3);
        let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
        assert_eq!(verdict.verdict, expected, "{mean}");
        assert_eq!(verdict.needed.is_some(), expected == VerdictWord::Inconclusive);
        assert!(verdict.interval.is_some_and(|[low, high]| low < mean && mean < high) && verdict.alpha == 2.0 * ALPHA);
    }
}

#[test]
fn a_lower_bound_is_the_mirror_image() {
    for (mean, expected) in [(0.5, VerdictWord::Holds), (0.1, VerdictWord::Violated)] {
        let evidence = coins(mean, 400, 0.3);
        assert_eq!(at_least(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict, expected, "{mean}");
    }
}

#[test]
fn an_expectation_identity_needs_its_interval_inside_the_slack() {
    let evidence = coins(0.3, 4000, 0.3);
    assert_eq!(equal(blank(&evidence), &claim(0.25), &evidence, ALPHA).verdict, VerdictWord::Holds);
    assert_eq!(equal(blank(&evidence), &claim(0.01), &evidence, ALPHA).verdict, VerdictWord::Inconclusive);
    let off = coins(0.4, 4000, 0.3);
    assert_eq!(equal(blank(&off), &claim(0.5), &off, ALPHA).verdict, VerdictWord::Violated);
}

#[test]
fn a_probability_claim_counts_the_trials_above_their_limit() {
    let evidence = coins(0.02, 2000, 0.5);
    assert_eq!(with_probability(blank(&evidence), &claim(0.0), &evidence, ALPHA, 0.1).verdict, VerdictWord::Holds);
    let often = coins(0.3, 2000, 0.5);
    assert_eq!(with_probability(blank(&often), &claim(0.0), &often, ALPHA, 0.1).verdict, VerdictWord::Violated);
}

#[test]
fn failed_trials_count_against_an_expectation_in_both_directions() {
    let with_failures = |mean: f64| {
        let mut evidence = coins(mean, 400, 0.3);
        evidence.cases.iter_mut().take(200).for_each(|case| case.status = Status::Failed);
        at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict
    };
    assert_eq!((with_failures(0.01), with_failures(0.4)), (VerdictWord::Inconclusive, VerdictWord::Inconclusive));
}

#[test]
fn a_complete_enumeration_gives_the_expectation_as_a_fraction_and_spends_nothing() {
    let third = || Some(Rational::new(1, 3));
    let value =
        |numerator| Case { weight: third(), ..case(Quantity::exact(Rational::new(numerator, 2)), Quantity::exact(Rational::new(1, 2))) };
    let evidence = evidence(vec![value(0), value(1), value(2)], true);
    let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
    assert_eq!((verdict.verdict, verdict.exact.as_deref(), verdict.alpha), (VerdictWord::Holds, Some("1/2"), 0.0));
    assert_eq!(equal(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict, VerdictWord::Holds);
}

#[test]
fn limits_that_vary_between_samples_are_subtracted_after_clipping() {
    let pair = |observed: f64, limit: f64| case(Quantity::float(observed), Quantity::float(limit));
    let cases = (0..600).map(|i| if i % 2 == 0 { pair(0.0, 0.3) } else { pair(0.2, 5.0) }).collect();
    let evidence = evidence(cases, false);
    let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
    assert_eq!(verdict.verdict, VerdictWord::Holds);
    assert!(verdict.interval.is_some_and(|[low, high]| low >= -1.0 && high < 0.0));
}

#[test]
fn an_illustration_is_shown_or_not_and_never_holds() {
    let shown = counts(&[(1, 2), (2, 2)]);
    assert_eq!(illustration(blank(&shown), &claim(0.0), &shown).verdict, VerdictWord::Shown);
    let not = counts(&[(3, 2), (2, 2)]);
    assert_eq!(illustration(blank(&not), &claim(0.0), &not).verdict, VerdictWord::NotShown);
}

#[test]
fn a_claim_without_an_applicable_trial_is_inapplicable() {
    let evidence = with_status(counts(&[(3, 10)]), Status::Inapplicable);
    let verdict = blank(&evidence);
    assert_eq!((verdict.verdict, verdict.inapplicable, verdict.applicable), (VerdictWord::Inapplicable, 1, 0));
}
