//! Claims about a distribution function, judged on independent draws.

use super::super::distribution::equal as has_distribution;
use super::*;
use crate::claim::{MarginOnTheCircle, Statement};
use crate::trial::columns;

/// A claim that a number is uniform on [0, 1], within this distance.
fn uniform(slack: f64) -> StatedClaim {
    let claim = Registered::MarginOnTheCircle(MarginOnTheCircle {});
    StatedClaim {
        statement: Statement::has_distribution(columns::RISK, columns::RISK),
        slack,
        ..StatedClaim::plain(claim)
    }
}

/// Trials whose function at the observed number lies between these ends.
fn between(ends: impl IntoIterator<Item = [f64; 2]>) -> Seen {
    drawn(ends.into_iter().map(|[lower, upper]| {
        let function = Quantity {
            lower,
            upper,
            ..Quantity::float(0.5 * (lower + upper))
        };
        case(function.clone(), function)
    }))
}

/// The midpoints of `count` equal parts of [0, 1], in an order that spreads them.
fn spread(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |k| ((k * 617 % count) as f64 + 0.5) / count as f64)
}

fn judged(slack: f64, seen: &Seen, planned: Option<u64>) -> Verdict {
    let (claim, level) = (uniform(slack), AlphaLedger::new(0.01, 1).one_sided());
    let mut evidence = Evidence::new(&claim, &["v".into()], seen.complete, level)
        .comparing_functions(level, planned);
    for case in &seen.cases {
        evidence.push(case, 1, || "cell:v:3".into());
    }
    has_distribution(blank(&evidence), &evidence, level)
}

fn exactly(values: impl Iterator<Item = f64>) -> Seen {
    between(values.map(|value| [value, value]))
}

#[test]
fn a_distribution_function_holds_within_its_slack_and_is_violated_outside_the_band() {
    let values = || spread(1000);
    let word = |slack, seen: Seen| judged(slack, &seen, Some(1000)).verdict;
    assert_eq!(word(0.1, exactly(values())), VerdictKind::Holds);
    assert_eq!(word(0.01, exactly(values())), VerdictKind::Inconclusive);
    let squares = exactly(values().map(|value| value * value));
    assert_eq!(word(0.1, squares), VerdictKind::Violated);
    let atoms = exactly(values().map(|value| (4.0 * value).floor() / 4.0));
    assert_eq!(word(0.1, atoms), VerdictKind::Violated);
}

#[test]
fn interval_is_the_distance_with_the_radius_of_the_stated_number_of_replicates() {
    let verdict = judged(
        0.1,
        &exactly(spread(1000).map(|value| 0.5 * value)),
        Some(1000),
    );
    // Half of 0.01 for one word, half of that for the look at 1000.
    let radius = (libm::log(2.0 / 0.0025) / 2000.0).sqrt();
    let [lower, upper] = verdict.interval.unwrap();
    assert!((lower - (0.5 - radius)).abs() < 1e-3, "{lower} {radius}");
    assert!((upper - (0.5 + radius)).abs() < 1e-3, "{upper} {radius}");
    assert_eq!((verdict.alpha, verdict.limit_min), (0.01, None));
    assert!(verdict.power.is_some_and(|power| power > 0.999));
}

#[test]
fn enclosed_values_neither_refute_nor_show_what_their_ends_leave_open() {
    let wide = |reach: f64| {
        between(spread(1000).map(move |value| [value - reach, (value + reach).min(1.0)]))
    };
    let word = |slack, reach| judged(slack, &wide(reach), Some(1000)).verdict;
    assert_eq!(word(0.1, 0.02), VerdictKind::Holds);
    assert_eq!(word(0.1, 0.2), VerdictKind::Inconclusive);
    let halves = between(spread(1000).map(|value| [0.5 * value, value]));
    assert_eq!(
        judged(0.1, &halves, Some(1000)).verdict,
        VerdictKind::Inconclusive
    );
}

#[test]
fn a_failed_trial_may_have_any_value_and_forbids_holds() {
    let seen = with_status(exactly(spread(1000)), Status::Failed);
    assert_eq!(
        judged(0.2, &seen, Some(1000)).verdict,
        VerdictKind::Inconclusive
    );
    let mut half = exactly(spread(1000).map(|value| 0.5 * value));
    for case in half.cases.iter_mut().step_by(2) {
        case.status = Status::Failed;
    }
    // The failed half may fill the upper half of [0, 1].
    assert_eq!(
        judged(0.2, &half, Some(1000)).verdict,
        VerdictKind::Inconclusive
    );
}

#[test]
fn nothing_is_decided_before_the_first_look_or_by_an_enumeration() {
    let few = judged(0.9, &exactly(spread(10).map(|_| 0.0)), None);
    assert_eq!(few.verdict, VerdictKind::Inconclusive);
    assert_eq!(few.needed, Some(6));
    let all = Seen {
        complete: true,
        ..exactly(spread(64))
    };
    let verdict = judged(0.9, &all, None);
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    assert!(verdict.method.starts_with("complete enumeration"));
}

#[test]
fn an_undecided_verdict_says_how_many_more_replicates_would_decide_it() {
    let verdict = judged(0.04, &exactly(spread(1000)), None);
    let needed = verdict.needed.unwrap();
    assert!((1000 + needed).is_power_of_two(), "{needed}");
    let more = judged(0.04, &exactly(spread(1000 + needed as usize)), None);
    assert_eq!(more.verdict, VerdictKind::Holds);
}
