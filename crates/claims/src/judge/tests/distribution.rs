//! Claims about a distribution function, judged on independent draws.

use super::super::distribution::equal as has_distribution;
use super::*;
use crate::claim::Statement;
use crate::trial::columns;

/// A claim that a number is uniform on [0, 1], within this distance.
fn uniform(slack: f64) -> StatedClaim {
    let claim = Registered::built_in("margin-on-the-circle = {}");
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

fn judged(slack: f64, seen: &Seen) -> Verdict {
    let (claim, level) = (uniform(slack), AlphaLedger::new(0.01, 1).one_sided());
    let mut evidence = Evidence::new(&claim, &["v".into()], seen.complete, level);
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
    let values = || spread(1024);
    let word = |slack, seen: Seen| judged(slack, &seen).verdict;
    assert_eq!(word(0.1, exactly(values())), VerdictKind::Holds);
    assert_eq!(word(0.01, exactly(values())), VerdictKind::Inconclusive);
    let squares = exactly(values().map(|value| value * value));
    assert_eq!(word(0.1, squares), VerdictKind::Violated);
    let atoms = exactly(values().map(|value| (4.0 * value).floor() / 4.0));
    assert_eq!(word(0.1, atoms), VerdictKind::Violated);
}

#[test]
fn interval_is_the_distance_with_the_radius_of_the_last_look() {
    let verdict = judged(0.1, &exactly(spread(1024).map(|value| 0.5 * value)));
    // Half of 0.01 for one word, and 1/56 of that for the seventh look, at 1024.
    let radius = (libm::log(2.0 * 56.0 / 0.005) / 2048.0).sqrt();
    let [lower, upper] = verdict.interval.unwrap();
    assert!((lower - (0.5 - radius)).abs() < 1e-3, "{lower} {radius}");
    assert!((upper - (0.5 + radius)).abs() < 1e-3, "{upper} {radius}");
    assert_eq!((verdict.alpha, verdict.limit_min), (0.01, None));
    assert!(verdict.power.is_some_and(|power| power > 0.999));
}

#[test]
fn enclosed_values_neither_refute_nor_show_what_their_ends_leave_open() {
    let wide = |reach: f64| {
        between(spread(1024).map(move |value| [value - reach, (value + reach).min(1.0)]))
    };
    let word = |slack, reach| judged(slack, &wide(reach)).verdict;
    assert_eq!(word(0.1, 0.02), VerdictKind::Holds);
    assert_eq!(word(0.1, 0.2), VerdictKind::Inconclusive);
    let halves = between(spread(1024).map(|value| [0.5 * value, value]));
    assert_eq!(judged(0.1, &halves).verdict, VerdictKind::Inconclusive);
}

#[test]
fn a_failed_trial_may_have_any_value_and_forbids_holds() {
    let seen = with_status(exactly(spread(1024)), Status::Failed);
    assert_eq!(judged(0.2, &seen).verdict, VerdictKind::Inconclusive);
    let mut half = exactly(spread(1024).map(|value| 0.5 * value));
    for case in half.cases.iter_mut().step_by(2) {
        case.status = Status::Failed;
    }
    // The failed half may fill the upper half of [0, 1].
    assert_eq!(judged(0.2, &half).verdict, VerdictKind::Inconclusive);
}

#[test]
fn nothing_is_decided_before_the_first_look_or_by_an_enumeration() {
    let few = judged(0.9, &exactly(spread(10).map(|_| 0.0)));
    assert_eq!(few.verdict, VerdictKind::Inconclusive);
    assert_eq!(few.needed, Some(6));
    let all = Seen {
        complete: true,
        ..exactly(spread(64))
    };
    let verdict = judged(0.9, &all);
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    assert!(verdict.method.starts_with("complete enumeration"));
}

#[test]
fn a_verdict_between_two_looks_is_that_of_the_last_look_and_names_it() {
    let tail = std::iter::repeat_n(0.0, 952);
    let between = judged(0.1, &exactly(spread(1024).chain(tail)));
    let at = judged(0.1, &exactly(spread(1024)));
    assert_eq!(between.verdict, VerdictKind::Holds);
    assert_eq!(between.interval, at.interval);
    assert_eq!(
        (between.applicable, between.independent),
        (1976, Some(1024))
    );
    assert!(
        between
            .method
            .ends_with("judged at the first 1024 of 1976 independent replicates")
    );
    assert_eq!(at.independent, None);
    assert!(at.method.ends_with("judged at 1024 independent replicates"));
    let full = judged(
        0.1,
        &exactly(spread(1024).chain(std::iter::repeat_n(0.0, 1024))),
    );
    assert_eq!(full.verdict, VerdictKind::Violated);
}

/// The look to which an undecided verdict after 512 values advises to go, and the first look that decides. The values are uniform on [atom, 1], or 0
/// with probability `atom`.
fn advised_and_deciding(slack: f64, atom: f64, seed: u64) -> Option<(u64, u64)> {
    let mut stream = Seed::root(seed).stream();
    let mut value = || match stream.uniform() {
        low if low < atom => 0.0,
        other => other,
    };
    let values: Vec<f64> = (0..1 << 15).map(|_| value()).collect();
    let at = |look: usize| judged(slack, &exactly(values[..look].iter().copied()));
    let first = at(512);
    let decides = |look: &usize| at(*look).verdict != VerdictKind::Inconclusive;
    let deciding = (9..=15).map(|power| 1 << power).find(decides)?;
    (deciding > 512).then(|| (512 + first.needed.unwrap_or(0), deciding as u64))
}

#[test]
fn advised_look_decides_within_a_factor_of_two_in_most_studies() {
    for (slack, atom) in [(0.05, 0.0), (0.0, 0.1), (0.13, 0.05)] {
        let studies: Vec<(u64, u64)> = (0..40)
            .filter_map(|seed| advised_and_deciding(slack, atom, seed))
            .collect();
        let is_near = |(advised, deciding): &&(u64, u64)| {
            *advised <= 2 * deciding && *deciding <= 2 * advised
        };
        let near = studies.iter().filter(is_near).count();
        assert!(studies.iter().all(|(advised, _)| advised.is_power_of_two()));
        assert!(
            studies.len() >= 10 && 4 * near >= 3 * studies.len(),
            "{slack} {atom} {studies:?}"
        );
    }
}

#[test]
fn nothing_is_advised_if_a_failed_trial_forbids_to_hold_and_chance_explains_the_distance() {
    assert!(judged(0.02, &exactly(spread(1000))).needed.is_some());
    let failed = with_status(exactly(spread(1000)), Status::Failed);
    assert_eq!(judged(0.02, &failed).needed, None);
}
