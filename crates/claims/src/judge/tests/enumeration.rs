//! Claims about expectations and probabilities, judged on complete enumerations.

use super::*;

/// Outcomes of equal probability.
fn enumerated(pairs: &[(Quantity, Quantity)]) -> Seen {
    let weight = Some(Rational::new(1, pairs.len() as i64));
    let cases = pairs.iter().map(|(observed, limit)| Case {
        weight: weight.clone(),
        ..case(observed.clone(), limit.clone())
    });
    Seen {
        cases: cases.collect(),
        complete: true,
    }
}

/// A hundred equal outcomes. If the judge took them for independent draws far above the limit, a bet would refute the claim at once.
fn hundred(observed: f64, limit: f64) -> Seen {
    let outcome = (Quantity::float(observed), Quantity::float(limit));
    enumerated(&vec![outcome; 100])
}

#[test]
fn complete_enumeration_gives_an_exact_expectation_and_spends_no_alpha() {
    let half = |numerator| Quantity::exact(Rational::new(numerator, 2));
    let seen = enumerated(&[0, 1, 2].map(|numerator| (half(numerator), half(1))));
    let verdict = AT_MOST.on(&claim(0.0), &seen);
    assert_eq!(
        (verdict.verdict, verdict.exact.as_deref(), verdict.alpha),
        (VerdictKind::Holds, Some("1/2"), 0.0)
    );
    assert_eq!(EQUAL.on(&claim(0.0), &seen).verdict, VerdictKind::Holds);
}

#[test]
fn float_enumeration_compares_enclosures_and_spends_no_alpha() {
    use VerdictKind::{Holds, Violated};
    let rules = [
        (AT_MOST, [Holds, Holds, Violated]),
        (AT_LEAST, [Violated, Holds, Holds]),
        (EQUAL, [Violated, Holds, Violated]),
    ];
    for (rule, expected) in rules {
        for (observed, word) in [0.3 - 1e-9, 0.3, 0.3 + 1e-9].into_iter().zip(expected) {
            let verdict = rule.on(&claim(0.0), &hundred(observed, 0.3));
            assert_eq!(
                (verdict.verdict, verdict.alpha, verdict.method.as_str()),
                (word, 0.0, "complete enumeration"),
                "{observed}"
            );
            let ends = verdict.interval.unwrap();
            assert!(ends.iter().all(|end| (end - observed).abs() < 1e-11));
        }
    }
}

#[test]
fn value_on_its_limit_exceeds_it_only_if_equality_counts() {
    let half = Quantity::exact(Rational::new(1, 2));
    let near = Quantity::within(0.5, 1e-9);
    let share = |pairs: &[(Quantity, Quantity)], equality_is_beyond: bool| {
        let mut enumeration = super::super::enumeration::Enumeration::default();
        for mut case in enumerated(pairs).cases {
            let numbers = case.numbers.as_mut().unwrap();
            numbers.equality_is_beyond = equality_is_beyond;
            enumeration.add(&case);
        }
        let share = enumeration.exceedance(&Rational::zero()).unwrap().mean;
        [share.lower, share.upper]
    };
    let on = (half.clone(), half.clone());
    let below = (Quantity::count(0), half.clone());
    let pairs = [on, below];
    assert_eq!(share(&pairs, false), [0.0, 0.0]);
    assert_eq!(share(&pairs, true), [0.5, 0.5]);
    // Rounding leaves open on which side of its limit the number is, or whether it is there.
    let open = [(half.clone(), near.clone()), (near, half)];
    assert_eq!(share(&open, false), [0.0, 1.0]);
    assert_eq!(share(&open, true), [0.0, 1.0]);
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
            let seen = with_status(hundred(observed, 0.3), status);
            for (rule, claim) in [
                (AT_MOST, claim(0.5)),
                (AT_LEAST, claim(0.5)),
                (EQUAL, claim(0.5)),
                (WITH_PROBABILITY, often(0.1, 0.5)),
            ] {
                let verdict = rule.on(&claim, &seen);
                assert_eq!(
                    (verdict.verdict, verdict.interval, verdict.alpha),
                    (VerdictKind::Inconclusive, None, 0.0),
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
    let verdict = AT_MOST.on(&claim(0.0), &part);
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
}

#[test]
fn enumerated_probability_is_exact_and_holds_at_an_equal_decimal_limit() {
    let outcome = |index| {
        let observed = if index < 3 { 2 } else { 1 };
        (Quantity::count(observed), Quantity::count(1))
    };
    let three_of_ten = enumerated(&(0..10).map(outcome).collect::<Vec<_>>());
    let of = |delta: f64| WITH_PROBABILITY.on(&often(delta, 0.0), &three_of_ten);
    let (met, exceeded) = (of(0.3), of(0.29));
    assert_eq!(
        (met.verdict, met.exact.as_deref(), met.alpha),
        (VerdictKind::Holds, Some("3/10"), 0.0)
    );
    assert_eq!(
        (exceeded.verdict, exceeded.exact.as_deref()),
        (VerdictKind::Violated, Some("3/10"))
    );
}

#[test]
fn illustration_of_an_enumeration_uses_weighted_means() {
    let mut seen = counts(&[(0, 1), (10, 1)]);
    seen.complete = true;
    let weights = [Rational::new(19, 20), Rational::new(1, 20)];
    for (case, weight) in seen.cases.iter_mut().zip(weights) {
        case.weight = Some(weight);
    }
    let verdict = ILLUSTRATION.on(&claim(0.0), &seen);
    assert_eq!(
        (verdict.verdict, verdict.observed_mean),
        (VerdictKind::Shown, Some(0.5))
    );
}
