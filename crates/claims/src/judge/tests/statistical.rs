//! Claims about expectations and probabilities, judged on independent draws.

use super::*;
use crate::claim::MarginSource;
use crate::claim::SlackKind;

#[test]
fn an_expectation_below_its_limit_holds_and_above_it_is_violated() {
    for (mean, expected) in [
        (0.1, VerdictKind::Holds),
        (0.5, VerdictKind::Violated),
        (0.29, VerdictKind::Inconclusive),
    ] {
        let verdict = AT_MOST.on(&claim(0.0), &coins(mean, 400, 0.3));
        assert_eq!(verdict.verdict, expected, "{mean}");
        let is_open = expected == VerdictKind::Inconclusive;
        assert_eq!(verdict.needed.is_some(), is_open);
        let [low, high] = verdict.interval.unwrap();
        assert!(low < mean && mean < high && verdict.alpha == 0.01);
    }
}

#[test]
fn expectation_above_a_lower_bound_holds_and_below_it_is_violated() {
    for (mean, expected) in [(0.5, VerdictKind::Holds), (0.1, VerdictKind::Violated)] {
        let verdict = AT_LEAST.on(&claim(0.0), &coins(mean, 400, 0.3));
        assert_eq!(verdict.verdict, expected, "{mean}");
    }
}

#[test]
fn an_expectation_identity_needs_its_interval_inside_the_slack() {
    let word = |mean, slack| EQUAL.on(&claim(slack), &coins(mean, 4000, 0.3)).verdict;
    assert_eq!(word(0.3, 0.25), VerdictKind::Holds);
    assert_eq!(word(0.3, 0.01), VerdictKind::Inconclusive);
    assert_eq!(word(0.4, 0.5), VerdictKind::Violated);
}

/// The slack of an approximate claim is a tolerance on both sides, that of an exact one only the resolution of `holds`.
#[test]
fn slack_of_an_approximate_claim_widens_the_limit_for_both_words() {
    let of = |kind, slack| StatedClaim {
        slack_kind: kind,
        ..claim(slack)
    };
    let words = |rule: &Rule, mean: f64, slack| {
        let seen = coins(mean, 30_000, 0.3);
        [SlackKind::Exact, SlackKind::Approximate]
            .map(|kind| rule.on(&of(kind, slack), &seen).verdict)
    };
    use VerdictKind::{Holds, Inconclusive, Violated};
    for (rule, mean) in [
        (&EQUAL, 0.33),
        (&EQUAL, 0.27),
        (&AT_MOST, 0.33),
        (&AT_LEAST, 0.27),
    ] {
        assert_eq!(words(rule, mean, 0.2), [Violated, Holds], "{mean}");
        assert_eq!(words(rule, mean, 0.1), [Violated, Inconclusive], "{mean}");
        assert_eq!(words(rule, mean, 0.01), [Violated, Violated], "{mean}");
    }
    let often = |kind, slack| StatedClaim {
        slack_kind: kind,
        ..often(0.1, slack)
    };
    let seen = coins(0.12, 30_000, 0.5);
    let word = |kind| WITH_PROBABILITY.on(&often(kind, 0.4), &seen).verdict;
    assert_eq!(
        [SlackKind::Exact, SlackKind::Approximate].map(word),
        [Violated, Holds]
    );
}

/// A negative limit is widened away from what is observed, too.
#[test]
fn slack_widens_a_negative_limit_upwards() {
    let claim = |kind| StatedClaim {
        slack_kind: kind,
        ..stated("smaller-risk-on-average = { at_most = \"-1/2\" }", 0.2)
    };
    // Differences of −1 and 0 with the mean −0.47: above −0.5, and below −0.4.
    let seen = coins(0.47, 30_000, 0.0);
    let cases = seen.cases.into_iter().map(|case| {
        let thrown = case.numbers.unwrap().observed.value;
        floats(-thrown, -0.5)
    });
    let seen = drawn(cases);
    let words = [SlackKind::Exact, SlackKind::Approximate]
        .map(|kind| AT_MOST.on(&claim(kind), &seen).verdict);
    assert_eq!(words, [VerdictKind::Violated, VerdictKind::Holds]);
}

#[test]
fn a_probability_claim_counts_the_trials_above_their_limit() {
    let word = |mean| {
        let seen = coins(mean, 2000, 0.5);
        WITH_PROBABILITY.on(&often(0.1, 0.0), &seen).verdict
    };
    assert_eq!(word(0.02), VerdictKind::Holds);
    assert_eq!(word(0.3), VerdictKind::Violated);
}

#[test]
fn tightness_of_a_probability_claim_is_the_used_share_of_the_allowed_probability() {
    let cases = (0..400).map(|place| floats(if place % 25 == 0 { 0.9 } else { 0.1 }, 0.5));
    let verdict = WITH_PROBABILITY.on(&often(0.1, 0.0), &drawn(cases));
    assert_eq!((verdict.exceeded, verdict.allowed), (Some(0.04), Some(0.1)));
    assert_eq!(verdict.tightness_max, Some(0.4));
    let mean = AT_MOST.on(&claim(0.0), &coins(0.02, 400, 0.3));
    assert_eq!((mean.exceeded, mean.allowed), (None, None));
}

#[test]
fn failed_trials_count_against_an_expectation_in_both_directions() {
    let with_failures = |mean: f64| {
        let mut seen = coins(mean, 400, 0.3);
        let failing = seen.cases.iter_mut().take(200);
        failing.for_each(|case| case.status = Status::Failed);
        AT_MOST.on(&claim(0.0), &seen).verdict
    };
    assert_eq!(
        (with_failures(0.01), with_failures(0.4)),
        (VerdictKind::Inconclusive, VerdictKind::Inconclusive)
    );
}

#[test]
fn limits_that_may_vary_between_samples_are_subtracted_after_clipping() {
    let cases = (0..600).map(|i| {
        if i % 2 == 0 {
            floats(0.0, 0.3)
        } else {
            floats(0.2, 5.0)
        }
    });
    let claim = stated("leave-one-out-error-bound = {}", 0.0).with_margin(MarginSource::Sample);
    let verdict = AT_MOST.on(&claim, &drawn(cases));
    assert_eq!(verdict.verdict, VerdictKind::Holds);
    let [low, high] = verdict.interval.unwrap();
    assert!(low >= -1.0 && high < 0.0);
}

#[test]
fn bounds_that_cross_are_printed_as_no_interval() {
    // The values jump from 0 to 1 and stay there. A mean that was refuted early stays refuted, so the lower bound passes the upper one.
    let value = |index: usize| floats(if index < 200 { 0.0 } else { 1.0 }, 0.5);
    let verdict = AT_MOST.on(&claim(0.0), &drawn((0..4000).map(value)));
    assert_eq!(verdict.interval, None);
}

#[test]
fn unexpectedly_varying_limits_are_inconclusive() {
    let seen = drawn((0..600).map(|i| floats(0.0, if i % 2 == 0 { 0.3 } else { 0.4 })));
    for rule in [AT_MOST, AT_LEAST, EQUAL] {
        let verdict = rule.on(&claim(0.5), &seen);
        assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
        let method = verdict.method;
        assert!(method.contains("limits differ"), "{method}");
    }
}

/// Both sides are coins with different means, thrown with one uniform number per trial.
fn two_coins(first: f64, second: f64, count: usize) -> Seen {
    let mut stream = Seed::root(6).stream();
    let coin = |mean: f64, uniform: f64| f64::from(uniform < mean);
    drawn((0..count).map(|_| {
        let uniform = stream.uniform();
        floats(coin(first, uniform), coin(second, uniform))
    }))
}

#[test]
fn identity_of_two_measured_sides_is_decided_by_two_betting_sequences() {
    let measured = stated("leave-one-out-identity = {}", 0.2);
    let word = |first, second, count| {
        let seen = two_coins(first, second, count);
        EQUAL.on(&measured, &seen).verdict
    };
    assert_eq!(
        (word(0.3, 0.3, 4000), word(0.3, 0.45, 4000)),
        (VerdictKind::Holds, VerdictKind::Violated)
    );
    // The two sides agree on every trial, but heads are so rare that the relative difference of the means is unknown.
    assert_eq!(word(0.002, 0.002, 400), VerdictKind::Inconclusive);
}

#[test]
fn slack_relaxes_limits_that_differ_between_samples() {
    use VerdictKind::{Holds, Inconclusive, Violated};
    let claims = |slack| {
        let by_margin = StatedClaim {
            margin: MarginSource::Sample,
            ..stated("leave-one-out-error-bound = {}", slack)
        };
        assert!(by_margin.has_random_limit() && !by_margin.has_measured_limit());
        [by_margin, stated("leave-one-out-identity = {}", slack)]
    };
    // The two sides agree on every trial, so their difference has mean 0, and at most 0 is never certain.
    let equal = two_coins(0.3, 0.3, 4000);
    for (slack, word) in [(0.0, Inconclusive), (0.001, Inconclusive), (0.2, Holds)] {
        for claim in claims(slack) {
            assert_eq!(AT_MOST.on(&claim, &equal).verdict, word, "{slack}");
        }
        let [_, measured] = claims(slack);
        assert_eq!(AT_LEAST.on(&measured, &equal).verdict, word, "{slack}");
    }
    // A difference beyond the slack is violated as before.
    for claim in claims(0.2) {
        let above = two_coins(0.45, 0.3, 4000);
        assert_eq!(AT_MOST.on(&claim, &above).verdict, Violated);
    }
}
