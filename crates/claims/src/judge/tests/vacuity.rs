//! Limits that say nothing because no observable value exceeds them, and verdicts that could refute nothing.

use super::*;
use crate::spec::Spec;
use testing::{CYCLIC, SpecText};

/// A claim about a mean with a measured limit, of which 1 is the largest observable value.
fn vote() -> StatedClaim {
    stated("majority-vote-bound = {}", 0.0)
}

/// A trial with a measured limit, if no value above 1 can be observed.
fn bounded(observed: Quantity, limit: Quantity) -> Case {
    let trivial = Quantity::count(1);
    let mut case = case(observed, limit);
    let sides = case.numbers.as_mut().unwrap();
    sides.vacuous = !trivial.exceeds(&sides.limit);
    sides.trivial = Some(trivial);
    case
}

/// Trials with the observed number 0.2 whose limit is `high` with this probability, otherwise `low`.
fn limits(seed: u64, count: usize, probability: f64, low: f64, high: f64) -> Seen {
    let mut stream = Seed::root(seed).stream();
    drawn((0..count).map(|_| {
        let limit = match stream.uniform() < probability {
            true => high,
            false => low,
        };
        bounded(Quantity::float(0.2), Quantity::float(limit))
    }))
}

/// The outcomes of a complete enumeration, all equally likely: observed number and limit in tenths.
fn outcomes(tenths: &[(i64, i64)]) -> Seen {
    let count = tenths.len() as i64;
    let outcome = |&(observed, limit): &(i64, i64)| {
        let tenth = |number| Quantity::exact(Rational::new(number, 10));
        Case {
            weight: Some(Rational::new(1, count)),
            ..bounded(tenth(observed), tenth(limit))
        }
    };
    Seen {
        cases: tenths.iter().map(outcome).collect(),
        complete: true,
    }
}

#[test]
fn measured_limit_is_vacuous_by_a_bound_on_its_mean_and_not_by_single_trials() {
    let word = |seen: &Seen| AT_MOST.on(&vote(), seen).verdict;
    // Some limits are below 1, but their mean is above.
    assert_eq!(word(&limits(3, 600, 0.7, 0.5, 1.9)), VerdictKind::Vacuous);
    // Most limits are above 1, but their mean is below.
    assert_eq!(word(&limits(3, 600, 0.55, 0.3, 1.2)), VerdictKind::Holds);
    // The mean is above 1, but too few trials show it.
    assert_eq!(word(&limits(3, 60, 0.7, 0.5, 1.5)), VerdictKind::Holds);
}

#[test]
fn trials_that_could_not_refute_do_not_make_a_claim_hold() {
    let verdict = AT_MOST.on(&vote(), &limits(3, 400, 1.0, 0.0, 1.0));
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    assert!(
        verdict
            .method
            .contains("no observable value exceeds the limit"),
        "{}",
        verdict.method
    );
    let verdict = AT_MOST.on(&vote(), &limits(3, 400, 1.0, 0.0, 1.2));
    assert_eq!(verdict.verdict, VerdictKind::Vacuous);
}

#[test]
fn bound_on_the_limit_costs_no_other_bound_anything() {
    let seen = limits(3, 600, 0.55, 0.3, 1.2);
    let verdict = AT_MOST.on(&vote(), &seen);
    let mut plain = vote();
    plain.statement.trivial = None;
    let alone = AT_MOST.on(&plain, &seen);
    assert_eq!(
        (verdict.interval, verdict.alpha),
        (alone.interval, alone.alpha)
    );
}

#[test]
fn wrong_vacuous_is_as_rare_as_its_half_of_the_part_of_alpha() {
    // The mean limit is 0.99. Of 300 studies at level 0.005, 1.5 may be wrong.
    let wrong = (0..300)
        .filter(|&seed| {
            let verdict = AT_MOST.on(&vote(), &limits(seed, 200, 0.69, 0.3, 1.3));
            verdict.verdict == VerdictKind::Vacuous
        })
        .count();
    assert!(wrong <= 5, "{wrong}");
}

#[test]
fn enumerated_limit_is_vacuous_exactly_if_its_mean_reaches_the_largest_value() {
    let word = |tenths: &[(i64, i64)]| AT_MOST.on(&vote(), &outcomes(tenths)).verdict;
    assert_eq!(word(&[(9, 5), (9, 15)]), VerdictKind::Vacuous);
    assert_eq!(word(&[(9, 5), (9, 14)]), VerdictKind::Holds);
    assert_eq!(word(&[(9, 2), (9, 14)]), VerdictKind::Violated);
}

#[test]
fn probability_claim_is_vacuous_if_the_limit_can_rarely_be_exceeded() {
    // One outcome of four can exceed its limit, and none does.
    let tenths = [(5, 9), (5, 10), (5, 12), (5, 15)];
    let word = |delta| {
        WITH_PROBABILITY
            .on(&deviation(delta), &outcomes(&tenths))
            .verdict
    };
    assert_eq!(word("1/4"), VerdictKind::Vacuous);
    assert_eq!(word("1/5"), VerdictKind::Holds);
    let drawn = |delta| {
        WITH_PROBABILITY
            .on(&deviation(delta), &limits(3, 600, 0.9, 0.9, 1.5))
            .verdict
    };
    assert_eq!(drawn("1/4"), VerdictKind::Vacuous);
    assert_eq!(drawn("1/20"), VerdictKind::Holds);
}

/// A claim that a measured limit is exceeded with at most this probability.
fn deviation(delta: &str) -> StatedClaim {
    let mut claim = stated(
        &format!("online-to-batch-deviation = {{ delta = \"{delta}\" }}"),
        0.0,
    );
    claim.statement.equality_is_beyond = false;
    claim
}

/// The verdicts on claims about the training errors, which are 0 at the end of every run here.
fn about_no_errors(replicates: &str, limit: &str, form: &str) -> Verdict {
    let spec = SpecText::new("basis\ndimension = 4\nexamples = 3")
        .replicates(replicates)
        .variant("plain", CYCLIC)
        .more(format_args!(
            "[[claims]]\nid = \"c\"\nobserved = \"training_errors\"\nlimit = \"{limit}\"\n{form}"
        ))
        .read(Spec::from_text);
    let cell = &spec.cells[0];
    let block = spec.design(cell).block(0..spec.most_replicates(cell));
    spec.judge_spec().judge(0, &block).remove(0)
}

#[test]
fn verdicts_that_could_refute_nothing_say_so_and_do_not_count_as_agreement() {
    let mean = "form = \"in-expectation\"\nrange = [0, 3]";
    // A measured limit may be 0 in some runs.
    let surely = "form = \"surely\"";
    for (limit, form) in [
        ("examples", surely),
        ("max(0, updates - 2)", surely),
        ("2", mean),
    ] {
        let verdict = about_no_errors("60", limit, form);
        assert_eq!(verdict.verdict, VerdictKind::Holds);
        assert!(verdict.nothing_refutable && !verdict.agrees());
        let said =
            "the observed number was 0 in every trial, so no factor on the limit could be refuted";
        assert!(verdict.method.contains(said), "{}", verdict.method);
    }
    // Where nothing is drawn, or the limit stands for 0, an observed 0 is right.
    for (replicates, limit) in [("\"all\"", "examples"), ("60", "1e-9"), ("60", "0")] {
        let verdict = about_no_errors(replicates, limit, "form = \"surely\"");
        assert!(!verdict.nothing_refutable && verdict.agrees(), "{limit}");
    }
}
