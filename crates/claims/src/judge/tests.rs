//! Checks the verdict rules form by form, on evidence made by hand.

use super::statistical::{at_least, at_most, equal, illustration, with_probability};
use super::surely::{exists, identity, surely};
use super::{Case, Evidence, Status, Verdict};
use crate::claim::{MarginSource, StatedClaim, Statement, VerdictWord};
use perceptron::sample::{Quantity, Rational};
use perceptron::seed::Seed;
use serde_json::Map;
use std::collections::BTreeSet;

fn claim(slack: f64) -> StatedClaim {
    stated("leave-one-out-risk-bound = {}", slack)
}

/// A count that only grows.
fn mistakes() -> StatedClaim {
    stated("online-mistake-bound = {}", 0.0)
}

/// Another one, of which the number is known.
fn updates() -> StatedClaim {
    stated("stated-count = { updates = 10 }", 0.0)
}

fn stated(statement: &str, slack: f64) -> StatedClaim {
    let statement: Statement = toml::from_str(statement).unwrap();
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
    Case {
        status: Status::Complete,
        numbers: Some((observed, limit, vacuous)),
        weight: None,
        address: "cell:v:3".into(),
    }
}

fn evidence(cases: Vec<Case>, complete: bool) -> Evidence {
    Evidence {
        cases,
        complete,
        ties: (None, None),
    }
}

fn counts(pairs: &[(u64, u64)]) -> Evidence {
    evidence(
        pairs
            .iter()
            .map(|&(observed, limit)| case(Quantity::count(observed), Quantity::count(limit)))
            .collect(),
        false,
    )
}

/// Bernoulli values with a given mean, against a limit.
fn coins(mean: f64, count: usize, limit: f64) -> Evidence {
    let mut stream = Seed::root(5).stream();
    let value = |_| {
        case(
            Quantity::float(f64::from(stream.uniform() < mean)),
            Quantity::float(limit),
        )
    };
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
    let verdict = surely(blank(&evidence), &mistakes(), &evidence, 0.01);
    assert_eq!(
        (
            verdict.verdict,
            verdict.tightness_max,
            verdict.refuted_below
        ),
        (VerdictWord::Holds, Some(1.0), Some(1.0))
    );
    assert!(
        verdict
            .interval
            .is_some_and(|[low, high]| low == 0.0 && (high - 0.9).abs() < 1e-9)
    );
}

#[test]
fn one_trial_above_its_limit_violates_a_surely_claim_and_is_its_witness() {
    let evidence = counts(&[(3, 10), (11, 10)]);
    let verdict = surely(blank(&evidence), &mistakes(), &evidence, 0.01);
    assert_eq!(verdict.verdict, VerdictWord::Violated);
    assert_eq!(verdict.witness.as_deref(), Some("e:cell:v:3"));
    assert!(
        verdict
            .replay
            .is_some_and(|command| command.contains("replay 'e:cell:v:3'"))
    );
}

#[test]
fn a_limit_that_only_rounding_undercuts_violates_nothing() {
    let limit = Quantity::within(10.0, 1e-12);
    let evidence = evidence(vec![case(Quantity::float(10.0 + 5e-13), limit)], false);
    assert_eq!(
        surely(blank(&evidence), &mistakes(), &evidence, 0.01).verdict,
        VerdictWord::Holds
    );
}

#[test]
fn a_capped_failed_or_undecided_trial_forbids_holds() {
    for status in [Status::Capped, Status::Failed, Status::Undecided] {
        let evidence = with_status(counts(&[(3, 10), (4, 10)]), status);
        assert_eq!(
            surely(blank(&evidence), &mistakes(), &evidence, 0.01).verdict,
            VerdictWord::Inconclusive,
            "{status:?}"
        );
    }
}

#[test]
fn a_capped_trial_violates_if_what_it_counted_already_exceeds_the_limit() {
    let evidence = with_status(counts(&[(11, 10)]), Status::Capped);
    assert_eq!(
        surely(blank(&evidence), &mistakes(), &evidence, 0.01).verdict,
        VerdictWord::Violated
    );
    let failed = with_status(counts(&[(11, 10)]), Status::Failed);
    assert_eq!(
        surely(blank(&failed), &mistakes(), &failed, 0.01).verdict,
        VerdictWord::Inconclusive
    );
}

#[test]
fn limits_that_cannot_be_exceeded_make_a_claim_vacuous_but_not_where_it_is_violated() {
    let vacuous = counts(&[(3, 2_000_000), (4, 2_000_000)]);
    assert_eq!(
        surely(blank(&vacuous), &mistakes(), &vacuous, 0.01).verdict,
        VerdictWord::Vacuous
    );
    let violated = counts(&[(3_000_000, 2_000_000)]);
    assert_eq!(
        surely(blank(&violated), &mistakes(), &violated, 0.01).verdict,
        VerdictWord::Violated
    );
}

#[test]
fn an_identity_is_violated_by_one_difference() {
    let same = counts(&[(3, 3), (4, 4)]);
    assert_eq!(
        identity(blank(&same), &updates(), &same, 0.01).verdict,
        VerdictWord::Holds
    );
    let other = counts(&[(3, 3), (4, 5)]);
    assert_eq!(
        identity(blank(&other), &updates(), &other, 0.01).verdict,
        VerdictWord::Violated
    );
}

#[test]
fn existence_is_shown_by_one_case_and_refuted_by_a_complete_enumeration_only() {
    let shown = counts(&[(9, 3), (3, 3)]);
    assert_eq!(exists(blank(&shown), &shown).verdict, VerdictWord::Holds);
    let open = counts(&[(9, 3), (8, 3)]);
    assert_eq!(
        exists(blank(&open), &open).verdict,
        VerdictWord::Inconclusive
    );
    let refuted = Evidence {
        complete: true,
        ..open
    };
    assert_eq!(
        exists(blank(&refuted), &refuted).verdict,
        VerdictWord::Violated
    );
}

#[test]
fn an_expectation_below_its_limit_holds_and_above_it_is_violated() {
    for (mean, expected) in [
        (0.1, VerdictWord::Holds),
        (0.5, VerdictWord::Violated),
        (0.29, VerdictWord::Inconclusive),
    ] {
        let evidence = coins(mean, 400, 0.3);
        let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
        assert_eq!(verdict.verdict, expected, "{mean}");
        assert_eq!(
            verdict.needed.is_some(),
            expected == VerdictWord::Inconclusive
        );
        assert!(
            verdict
                .interval
                .is_some_and(|[low, high]| low < mean && mean < high)
                && verdict.alpha == 2.0 * ALPHA
        );
    }
}

#[test]
fn a_lower_bound_is_the_mirror_image() {
    for (mean, expected) in [(0.5, VerdictWord::Holds), (0.1, VerdictWord::Violated)] {
        let evidence = coins(mean, 400, 0.3);
        assert_eq!(
            at_least(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict,
            expected,
            "{mean}"
        );
    }
}

#[test]
fn an_expectation_identity_needs_its_interval_inside_the_slack() {
    let evidence = coins(0.3, 4000, 0.3);
    assert_eq!(
        equal(blank(&evidence), &claim(0.25), &evidence, ALPHA).verdict,
        VerdictWord::Holds
    );
    assert_eq!(
        equal(blank(&evidence), &claim(0.01), &evidence, ALPHA).verdict,
        VerdictWord::Inconclusive
    );
    let off = coins(0.4, 4000, 0.3);
    assert_eq!(
        equal(blank(&off), &claim(0.5), &off, ALPHA).verdict,
        VerdictWord::Violated
    );
}

#[test]
fn a_probability_claim_counts_the_trials_above_their_limit() {
    let evidence = coins(0.02, 2000, 0.5);
    assert_eq!(
        with_probability(blank(&evidence), &claim(0.0), &evidence, ALPHA, 0.1).verdict,
        VerdictWord::Holds
    );
    let often = coins(0.3, 2000, 0.5);
    assert_eq!(
        with_probability(blank(&often), &claim(0.0), &often, ALPHA, 0.1).verdict,
        VerdictWord::Violated
    );
}

#[test]
fn failed_trials_count_against_an_expectation_in_both_directions() {
    let with_failures = |mean: f64| {
        let mut evidence = coins(mean, 400, 0.3);
        evidence
            .cases
            .iter_mut()
            .take(200)
            .for_each(|case| case.status = Status::Failed);
        at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict
    };
    assert_eq!(
        (with_failures(0.01), with_failures(0.4)),
        (VerdictWord::Inconclusive, VerdictWord::Inconclusive)
    );
}

#[test]
fn a_complete_enumeration_gives_the_expectation_as_a_fraction_and_spends_nothing() {
    let third = || Some(Rational::new(1, 3));
    let value = |numerator| Case {
        weight: third(),
        ..case(
            Quantity::exact(Rational::new(numerator, 2)),
            Quantity::exact(Rational::new(1, 2)),
        )
    };
    let evidence = evidence(vec![value(0), value(1), value(2)], true);
    let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
    assert_eq!(
        (verdict.verdict, verdict.exact.as_deref(), verdict.alpha),
        (VerdictWord::Holds, Some("1/2"), 0.0)
    );
    assert_eq!(
        equal(blank(&evidence), &claim(0.0), &evidence, ALPHA).verdict,
        VerdictWord::Holds
    );
}

#[test]
fn limits_that_may_vary_between_samples_are_subtracted_after_clipping() {
    let pair = |observed: f64, limit: f64| case(Quantity::float(observed), Quantity::float(limit));
    let cases = (0..600)
        .map(|i| {
            if i % 2 == 0 {
                pair(0.0, 0.3)
            } else {
                pair(0.2, 5.0)
            }
        })
        .collect();
    let evidence = evidence(cases, false);
    let claim = StatedClaim {
        margin: MarginSource::Sample,
        ..stated("leave-one-out-error-bound = {}", 0.0)
    };
    let verdict = at_most(blank(&evidence), &claim, &evidence, ALPHA);
    assert_eq!(verdict.verdict, VerdictWord::Holds);
    assert!(
        verdict
            .interval
            .is_some_and(|[low, high]| low >= -1.0 && high < 0.0)
    );
}

#[test]
fn an_illustration_is_shown_or_not_and_never_holds() {
    let shown = counts(&[(1, 2), (2, 2)]);
    assert_eq!(
        illustration(blank(&shown), &claim(0.0), &shown).verdict,
        VerdictWord::Shown
    );
    let not = counts(&[(3, 2), (2, 2)]);
    assert_eq!(
        illustration(blank(&not), &claim(0.0), &not).verdict,
        VerdictWord::NotShown
    );
}

#[test]
fn a_claim_without_an_applicable_trial_is_inapplicable() {
    let evidence = with_status(counts(&[(3, 10)]), Status::Inapplicable);
    let verdict = blank(&evidence);
    assert_eq!(
        (verdict.verdict, verdict.inapplicable, verdict.applicable),
        (VerdictWord::Inapplicable, 1, 0)
    );
}

/// Outcomes of equal probability.
fn enumerated(pairs: &[(Quantity, Quantity)]) -> Evidence {
    let weight = Some(Rational::new(1, pairs.len() as i64));
    let cases = pairs.iter().map(|(observed, limit)| Case {
        weight: weight.clone(),
        ..case(observed.clone(), limit.clone())
    });
    evidence(cases.collect(), true)
}

/// A hundred outcomes, far above the limit: a bet on them as independent draws would refute it at once.
fn hundred(observed: f64, limit: f64) -> Evidence {
    enumerated(&vec![
        (Quantity::float(observed), Quantity::float(limit));
        100
    ])
}

type Rule = fn(Verdict, &StatedClaim, &Evidence, f64) -> Verdict;

#[test]
fn an_enumeration_of_floats_compares_enclosures_and_is_no_bet() {
    let rules: [(Rule, [VerdictWord; 3]); 3] = [
        (
            at_most,
            [
                VerdictWord::Holds,
                VerdictWord::Holds,
                VerdictWord::Violated,
            ],
        ),
        (
            at_least,
            [
                VerdictWord::Violated,
                VerdictWord::Holds,
                VerdictWord::Holds,
            ],
        ),
        (
            equal,
            [
                VerdictWord::Violated,
                VerdictWord::Holds,
                VerdictWord::Violated,
            ],
        ),
    ];
    for (rule, expected) in rules {
        for (observed, word) in [0.3 - 1e-9, 0.3, 0.3 + 1e-9].into_iter().zip(expected) {
            let evidence = hundred(observed, 0.3);
            let verdict = rule(blank(&evidence), &claim(0.0), &evidence, ALPHA);
            assert_eq!(
                (verdict.verdict, verdict.alpha, verdict.method.as_str()),
                (word, 0.0, "complete enumeration"),
                "{observed}"
            );
            assert!(verdict.interval.is_some_and(
                |[low, high]| (low - observed).abs() < 1e-11 && (high - observed).abs() < 1e-11
            ));
        }
    }
}

#[test]
fn an_enumeration_with_an_outcome_that_has_no_value_is_inconclusive() {
    for status in [
        Status::Capped,
        Status::Failed,
        Status::Undecided,
        Status::Inapplicable,
    ] {
        for observed in [0.0, 0.9] {
            let evidence = with_status(hundred(observed, 0.3), status);
            for rule in [
                at_most as Rule,
                at_least,
                equal,
                |blank, claim, evidence, alpha| {
                    with_probability(blank, claim, evidence, alpha, 0.1)
                },
            ] {
                let verdict = rule(blank(&evidence), &claim(0.5), &evidence, ALPHA);
                assert_eq!(
                    (verdict.verdict, verdict.interval, verdict.alpha),
                    (VerdictWord::Inconclusive, None, 0.0),
                    "{status:?}"
                );
            }
        }
    }
}

#[test]
fn a_part_of_an_enumeration_is_inconclusive() {
    let mut part = hundred(0.0, 0.3);
    part.cases.pop();
    assert_eq!(
        at_most(blank(&part), &claim(0.0), &part, ALPHA).verdict,
        VerdictWord::Inconclusive
    );
}

#[test]
fn an_enumerated_probability_is_a_fraction_and_is_met_by_its_decimal() {
    let outcome = |observed: u64| (Quantity::count(observed), Quantity::count(1));
    let three_of_ten: Vec<_> = (0..10)
        .map(|index| outcome(if index < 3 { 2 } else { 1 }))
        .collect();
    let evidence = enumerated(&three_of_ten);
    let of = |delta: f64| with_probability(blank(&evidence), &claim(0.0), &evidence, ALPHA, delta);
    let (met, exceeded) = (of(0.3), of(0.29));
    assert_eq!(
        (met.verdict, met.exact.as_deref(), met.alpha),
        (VerdictWord::Holds, Some("3/10"), 0.0)
    );
    assert_eq!(
        (exceeded.verdict, exceeded.exact.as_deref()),
        (VerdictWord::Violated, Some("3/10"))
    );
}

#[test]
fn an_illustration_of_an_enumeration_weighs_its_means() {
    let mut evidence = counts(&[(0, 1), (10, 1)]);
    evidence.complete = true;
    for (case, weight) in evidence
        .cases
        .iter_mut()
        .zip([Rational::new(19, 20), Rational::new(1, 20)])
    {
        case.weight = Some(weight);
    }
    let verdict = illustration(blank(&evidence), &claim(0.0), &evidence);
    assert_eq!(
        (verdict.verdict, verdict.observed_mean),
        (VerdictWord::Shown, Some(0.5))
    );
}

#[test]
fn bounds_that_cross_are_printed_as_no_interval() {
    // A jump from 0 to 1 for ever: what was refuted early stays refuted, so both bounds pass each other.
    let value = |index: usize| {
        case(
            Quantity::float(if index < 200 { 0.0 } else { 1.0 }),
            Quantity::float(0.5),
        )
    };
    let evidence = evidence((0..4000).map(value).collect(), false);
    let verdict = at_most(blank(&evidence), &claim(0.0), &evidence, ALPHA);
    assert_eq!(verdict.interval, None);
}

#[test]
fn a_capped_run_refutes_a_count_that_it_exceeds_and_nothing_else() {
    let capped = |observed: u64| with_status(counts(&[(observed, 10)]), Status::Capped);
    let count = |claim: &StatedClaim, observed: u64| {
        identity(blank(&capped(observed)), claim, &capped(observed), 0.01).verdict
    };
    assert_eq!(
        (count(&updates(), 11), count(&updates(), 9)),
        (VerdictWord::Violated, VerdictWord::Inconclusive)
    );
    let left_out = stated("leave-one-out-errors-bound = {}", 0.0);
    let above = capped(11);
    assert_eq!(
        surely(blank(&above), &left_out, &above, 0.01).verdict,
        VerdictWord::Inconclusive
    );
}

#[test]
fn a_capped_run_is_no_witness_of_existence() {
    let capped = with_status(counts(&[(3, 10)]), Status::Capped);
    let verdict = exists(blank(&capped), &capped);
    assert_eq!(
        (verdict.verdict, verdict.witness),
        (VerdictWord::Inconclusive, None)
    );
}

#[test]
fn limits_that_vary_without_permission_decide_nothing() {
    let pair = |observed: f64, limit: f64| case(Quantity::float(observed), Quantity::float(limit));
    let evidence = evidence(
        (0..600)
            .map(|i| pair(0.0, if i % 2 == 0 { 0.3 } else { 0.4 }))
            .collect(),
        false,
    );
    for rule in [at_most as Rule, at_least, equal] {
        let verdict = rule(blank(&evidence), &claim(0.5), &evidence, ALPHA);
        assert_eq!(verdict.verdict, VerdictWord::Inconclusive);
        assert!(
            verdict.method.contains("limits differ"),
            "{}",
            verdict.method
        );
    }
}

/// Both sides are coins, of means that differ by a factor; thrown together.
fn two_coins(first: f64, second: f64, count: usize) -> Evidence {
    let mut stream = Seed::root(6).stream();
    let coin = |mean: f64, uniform: f64| Quantity::float(f64::from(uniform < mean));
    let value = |_| {
        let uniform = stream.uniform();
        case(coin(first, uniform), coin(second, uniform))
    };
    evidence((0..count).map(value).collect(), false)
}

#[test]
fn an_identity_of_two_measured_sides_is_decided_by_games_for_its_two_ends() {
    let measured = |slack| stated("leave-one-out-identity = {}", slack);
    let rule = |evidence: &Evidence, slack| {
        equal(blank(evidence), &measured(slack), evidence, ALPHA).verdict
    };
    let (same, other) = (two_coins(0.3, 0.3, 4000), two_coins(0.3, 0.45, 4000));
    assert_eq!(
        (rule(&same, 0.2), rule(&other, 0.2)),
        (VerdictWord::Holds, VerdictWord::Violated)
    );
    // Equal to the last trial, and yet so rare that nothing is known of the ends.
    let rare = two_coins(0.002, 0.002, 400);
    assert_eq!(rule(&rare, 0.2), VerdictWord::Inconclusive);
}
