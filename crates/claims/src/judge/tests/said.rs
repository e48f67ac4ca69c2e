//! Checks the further fields of a verdict: its power, tightness, level and counts, and how many replicates it needs.

use super::*;
use crate::spec::Spec;
use testing::{CYCLIC, SpecText};

const THROWS: usize = 400;

/// The interval for the mean of 400 coin throws, and the standard error of this mean: sqrt((1/4 + n p(1 − p))/(n + 1)/n).
fn ends(rule: &Rule, claim: &StatedClaim) -> ([f64; 2], f64) {
    let verdict = rule.on(claim, &coins(0.3, THROWS, 0.5));
    let (p, n) = (coin_mean(), THROWS as f64);
    let error = ((0.25 + n * p * (1.0 - p)) / (n + 1.0) / n).sqrt();
    (verdict.interval.unwrap(), error)
}

/// The fraction of heads.
fn coin_mean() -> f64 {
    let seen = coins(0.3, THROWS, 0.5);
    AT_MOST.on(&claim(0.0), &seen).observed_mean.unwrap()
}

/// Φ(1): the probability of a value below one standard error above the mean.
const BELOW_ONE: f64 = 0.841_344_746_068_543;

fn assert_decides(verdict: &Verdict, word: VerdictKind, power: f64) {
    assert_eq!(verdict.verdict, word);
    let found = verdict.power.unwrap();
    assert!((found - power).abs() < 1e-6, "{found} {power}");
}

#[test]
fn power_is_0_84_if_the_bound_is_one_standard_error_past_the_limit() {
    use VerdictKind::{Holds, Violated};
    for (rule, claim) in [
        (&AT_MOST, claim(0.0)),
        (&AT_LEAST, claim(0.0)),
        (&WITH_PROBABILITY, often(0.1, 0.0)),
    ] {
        let ([lower, upper], error) = ends(rule, &claim);
        for (limit, below, above) in [
            (upper + error, Holds, Violated),
            (lower - error, Violated, Holds),
        ] {
            let is_lower_bound = std::ptr::eq(rule, &AT_LEAST);
            let word = if is_lower_bound { above } else { below };
            let verdict = match claim.form() {
                Form::WithProbability => {
                    // A throw exceeds 1/2 exactly if it is heads.
                    rule.on(&often(limit, 0.0), &coins(0.3, THROWS, 0.5))
                }
                _ => rule.on(&claim, &coins(0.3, THROWS, limit)),
            };
            assert_decides(&verdict, word, BELOW_ONE);
        }
    }
}

#[test]
fn identity_power_uses_two_bounds_to_hold_and_one_to_be_violated() {
    let ([lower, upper], error) = ends(&EQUAL, &claim(0.0));
    let middle = (lower + upper) / 2.0;
    let slack = ((upper - lower) / 2.0 + error) / middle;
    let held = EQUAL.on(&claim(slack), &coins(0.3, THROWS, middle));
    assert_decides(&held, VerdictKind::Holds, 2.0 * BELOW_ONE - 1.0);
    for limit in [lower - error, upper + error] {
        let violated = EQUAL.on(&claim(0.0), &coins(0.3, THROWS, limit));
        assert_decides(&violated, VerdictKind::Violated, BELOW_ONE);
    }
    let open = EQUAL.on(&claim(slack / 2.0), &coins(0.3, THROWS, middle));
    assert_eq!(
        (open.verdict, open.power),
        (VerdictKind::Inconclusive, None)
    );
}

#[test]
fn four_times_as_many_trials_make_bounds_twice_as_narrow() {
    let claim = claim(0.0);
    let level = AlphaLedger::new(0.01, 1).one_sided();
    let growth = |most| {
        let evidence = coins(0.3, 50, 0.5).under(&claim, level).of_at_most(most);
        evidence.growth()
    };
    assert_eq!([None, Some(50), Some(200)].map(growth), [1.0, 1.0, 2.0]);
    // The bounds become narrower, so a limit one standard error outside the bound is several errors away at the end.
    let ([_, upper], error) = ends(&AT_MOST, &claim);
    let seen = coins(0.3, THROWS, upper + error);
    let evidence = seen.under(&claim, level).of_at_most(Some(1600));
    let power = at_most(blank(&evidence), &evidence, level).power.unwrap();
    assert!(power > 0.999_999, "{power}");
}

#[test]
fn slack_relaxes_the_limit_for_holds_but_not_for_violated() {
    use VerdictKind::{Holds, Inconclusive};
    let ([lower, upper], _) = ends(&AT_MOST, &claim(0.0));
    for (slack, word) in [(0.0, Inconclusive), (0.005, Inconclusive), (0.02, Holds)] {
        let of = |rule: &Rule, limit| rule.on(&claim(slack), &coins(0.3, THROWS, limit)).verdict;
        assert_eq!(of(&AT_MOST, upper / 1.01), word, "{slack}");
        assert_eq!(of(&AT_LEAST, lower * 1.01), word, "{slack}");
        let delta = often(upper / 1.01, slack);
        let share = WITH_PROBABILITY.on(&delta, &coins(0.3, THROWS, 0.5));
        assert_eq!(share.verdict, word, "{slack}");
    }
    let shown = |slack| ILLUSTRATION.on(&claim(slack), &counts(&[(11, 10), (11, 10)]));
    let (within, beyond) = (shown(0.11), shown(0.09));
    assert_eq!(within.verdict, VerdictKind::Shown);
    assert_eq!(beyond.verdict, VerdictKind::NotShown);
    assert_eq!(within.method, "mean against the pre-stated proxy");
}

#[test]
fn refuted_below_is_the_bound_over_the_limit_and_missing_for_limit_zero() {
    let near = |found: Option<f64>, due: f64| (found.unwrap() - due).abs() < 1e-10;
    for limit in [0.2, 0.5] {
        let seen = coins(0.3, THROWS, limit);
        let (most, least) = (
            AT_MOST.on(&claim(0.0), &seen),
            AT_LEAST.on(&claim(0.0), &seen),
        );
        let [lower, upper] = most.interval.unwrap();
        assert!(near(most.refuted_below, lower / limit), "{most:?}");
        assert!(near(least.refuted_below, upper / limit), "{least:?}");
        assert!(near(most.tightness_max, coin_mean() / limit), "{most:?}");
    }
    for rule in [AT_MOST, AT_LEAST] {
        let verdict = rule.on(&claim(0.0), &coins(0.3, THROWS, 0.0));
        assert_eq!((verdict.refuted_below, verdict.tightness_max), (None, None));
    }
}

#[test]
fn only_inconclusive_verdicts_estimate_how_many_more_trials_are_needed() {
    let ([_, upper], _) = ends(&AT_MOST, &claim(0.0));
    let needed = |limit| AT_MOST.on(&claim(0.0), &coins(0.3, THROWS, limit)).needed;
    assert_eq!(needed(upper + 0.01), None);
    let (near, nearer) = (needed(coin_mean() + 0.04), needed(coin_mean() + 0.01));
    // At a quarter of the distance about sixteen times as many trials are needed in all.
    let ratio = (nearer.unwrap() as f64 + 400.0) / (near.unwrap() as f64 + 400.0);
    assert!((13.0..16.5).contains(&ratio), "{ratio}");
}

#[test]
fn verdict_counts_trials_by_status() {
    use Status::{Capped, Complete, Failed, Inapplicable, Undecided};
    let times = [
        (Complete, 1),
        (Inapplicable, 2),
        (Capped, 3),
        (Failed, 4),
        (Undecided, 6),
    ];
    let cases = times.into_iter().flat_map(|(status, times)| {
        let one = Case {
            status,
            ..floats(0.5, 1.0)
        };
        std::iter::repeat_n(one, times)
    });
    let claim = mistakes();
    let seen = drawn(cases);
    let verdict = SURELY.on(&claim, &seen);
    let counts = [verdict.trials, verdict.applicable, verdict.inapplicable];
    assert_eq!(counts, [16, 14, 2]);
    // Runs that were cut off have no final result, so they are undecided too.
    assert_eq!((verdict.failed, verdict.undecided), (7, 6));
    assert_eq!(
        (verdict.experiment.as_str(), verdict.id.as_str()),
        ("e", "c")
    );
    assert_eq!(
        (verdict.claim.as_str(), verdict.scope.as_str()),
        ("online-mistake-bound", "trial")
    );
    assert_eq!((verdict.scale, verdict.margin.as_str()), (1.0, "sample"));
    assert_eq!(verdict.variant, "v");
}

#[test]
fn outcomes_in_floats_that_equal_their_limit_do_not_exceed_it() {
    let outcome = |index: usize| Case {
        weight: Some(Rational::new(1, 10)),
        ..floats(if index < 3 { 0.75 } else { 0.5 }, 0.5)
    };
    let seen = Seen {
        cases: (0..10).map(outcome).collect(),
        complete: true,
    };
    let verdict = WITH_PROBABILITY.on(&often(0.3, 0.0), &seen);
    assert_eq!(
        (verdict.verdict, verdict.exact.as_deref()),
        (VerdictKind::Holds, Some("3/10"))
    );
}

#[test]
fn method_names_complete_enumeration_if_no_witness_or_violation_is_found() {
    let complete = |seen: Seen| Seen {
        complete: true,
        ..seen
    };
    let within = complete(counts(&[(3, 10), (4, 10)]));
    let held = SURELY.on(&mistakes(), &within);
    assert_eq!(
        (held.method.as_str(), held.interval),
        ("complete enumeration", Some([0.0, 0.0]))
    );
    let refuted = EXISTS.on(&some(), &complete(counts(&[(4, 2), (9, 3)])));
    assert_eq!(refuted.method, "complete enumeration");
    // The ratio of the outcome that came closest to its limit.
    assert_eq!(refuted.tightness_max, Some(2.0));
}

/// Two claims about expectations, one about every trial, and one control, over three cells.
fn judge_spec() -> super::super::JudgeSpec {
    let text = SpecText::new("basis\ndimension = 2\nexamples = 3")
        .replicates(2)
        .key("alpha = 0.06")
        .sweep("generator.basis.dimension", "2, 3, 4")
        .variant("v", CYCLIC);
    let claim = |id: &str, name: &str, of: &str| {
        let control = match of {
            "" => String::new(),
            _ => format!("control_of = \"{of}\"\nscale = \"1/2\"\nexpect = \"violated\"\n"),
        };
        format!("[[claims]]\nid = \"{id}\"\nname = \"{name}\"\n{control}")
    };
    let (risk, error) = ("leave-one-out-risk-bound", "leave-one-out-identity");
    let claims = [
        claim("a", risk, ""),
        claim("b", error, "") + "slack = 0.1\n",
        claim("never", "online-mistake-bound", ""),
        claim("c", risk, "a"),
    ];
    text.more(claims.concat())
        .read(Spec::from_text)
        .judge_spec()
}

#[test]
fn alpha_is_split_separately_over_theorem_and_control_verdicts() {
    let judge_spec = judge_spec();
    assert_eq!(
        (
            judge_spec.ledger(false).verdicts,
            judge_spec.ledger(true).verdicts
        ),
        (6, 3)
    );
    let of = |index: usize| judge_spec.level(&judge_spec.claims[index]);
    let near = |found: f64, due: f64| (found - due).abs() < 1e-15;
    // 0.06 is split over six verdicts, and each verdict gives half to either wrong word. Two bounds can refute an identity, so its half is split
    // again.
    assert!(near(of(0).share(), 0.01) && near(of(0).of_one_bound(), 0.005));
    assert!(near(of(1).of_one_word(), 0.005) && near(of(1).of_one_bound(), 0.0025));
    assert!(near(of(3).share(), 0.02), "controls share among themselves");
    assert_eq!(judge_spec.verdicts(), 12);
}

#[test]
fn verdict_numbers_are_rounded_to_twelve_digits_and_finite() {
    let rounded = super::super::verdict::rounded;
    assert_eq!(rounded(1.0 / 3.0), Some(0.333_333_333_333));
    assert_eq!(rounded(-2e20 / 3.0), Some(-6.666_666_666_67e19));
    assert_eq!([f64::NAN, f64::INFINITY].map(rounded), [None; 2]);
}

#[test]
fn a_verdict_names_no_variant_one_or_a_pair() {
    let claim = mistakes();
    let level = AlphaLedger::new(0.01, 1).one_sided();
    let named = |names: &[&str]| {
        let subject: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let evidence = Evidence::new(&claim, &subject, false, level);
        Verdict::blank("e", None, &subject, &evidence).variant
    };
    assert_eq!(named(&[]), serde_json::Value::Null);
    assert_eq!(named(&["a"]), serde_json::json!("a"));
    assert_eq!(named(&["a", "b"]), serde_json::json!(["a", "b"]));
}

#[test]
fn a_mean_on_its_limit_needs_no_number_of_replicates() {
    let always_zero = drawn((0..50).map(|_| floats(0.0, 0.0)));
    let verdict = AT_MOST.on(&claim(0.0), &always_zero);
    assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
    assert_eq!(verdict.needed, None);
}
