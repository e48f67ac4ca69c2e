//! Tests grading by Winnow: right learners with several promotion factors, and learners that each have one fault that students make.

use super::super::{Check, Check::*, GradedRule, ReturnedWeights, RuleName, RuleSettings};
use super::example_learner::{Learn, accepted, assert_refuted, assert_right, dot, graded};
use super::{ruling, witness};
use perceptron::sample::{Rational, Ties};

const RULE: RuleName = RuleName::Winnow;

fn settings((numerator, denominator): (i64, i64)) -> RuleSettings {
    RuleSettings {
        promotion: Some(Rational::new(numerator, denominator)),
        ..RuleSettings::default()
    }
}

/// Predicts like Winnow with θ = N/2. On a mistake each weight becomes `change(w, x, y > 0)`.
fn changed(
    w: &mut [f64],
    (x, y): (&[f64], f64),
    change: impl Fn(f64, f64, bool) -> f64,
) -> (bool, bool) {
    let positive = dot(w, x) > x.len() as f64 / 2.0;
    let before = w.to_vec();
    if positive != (y > 0.0) {
        let pairs = w.iter_mut().zip(x);
        pairs.for_each(|(w, x)| *w = change(*w, *x, y > 0.0));
    }
    (positive, before != w)
}

/// Multiplies the weights with xᵢ = 1 by these factors on false negatives and false positives.
fn multiplied(w: &mut [f64], example: (&[f64], f64), factors: (f64, f64)) -> (bool, bool) {
    changed(w, example, |w, x, positive| match (x > 0.0, positive) {
        (false, _) => w,
        (true, true) => factors.0 * w,
        (true, false) => factors.1 * w,
    })
}

const WINNOW: Learn = |w, x, y| multiplied(w, (x, y), (2.0, 0.0));
const THREE: Learn = |w, x, y| multiplied(w, (x, y), (3.0, 0.0));
const THREE_HALVES: Learn = |w, x, y| multiplied(w, (x, y), (1.5, 0.0));
const ELEVEN_TENTHS: Learn = |w, x, y| multiplied(w, (x, y), (1.1, 0.0));
const SLOW: Learn = |w, x, y| multiplied(w, (x, y), (1.01, 0.0));
const FAST: Learn = |w, x, y| multiplied(w, (x, y), (16.0, 0.0));
const HALVES: Learn = |w, x, y| multiplied(w, (x, y), (2.0, 0.5));
const NEVER_ELIMINATES: Learn = |w, x, y| multiplied(w, (x, y), (2.0, 1.0));
const PROMOTES_ALL: Learn = |w, x, y| {
    changed(w, (x, y), |w, x, positive| match (x > 0.0, positive) {
        (_, true) => 2.0 * w,
        (true, false) => 0.0,
        (false, false) => w,
    })
};
const ELIMINATES_ALL: Learn = |w, x, y| {
    changed(w, (x, y), |w, x, positive| match (x > 0.0, positive) {
        (true, true) => 2.0 * w,
        (false, true) => w,
        (_, false) => 0.0,
    })
};
const ADDS: Learn = |w, x, y| {
    changed(
        w,
        (x, y),
        |w, x, positive| {
            if positive { w + x } else { (w - x).max(0.0) }
        },
    )
};

/// Multiplies the weights with xᵢ = 1 by 2 or 0 if `updates`, and predicts +1 if `positive`.
fn decided(w: &mut [f64], (x, y): (&[f64], f64), positive: bool, updates: bool) -> (bool, bool) {
    let before = w.to_vec();
    let factor = if y > 0.0 { 2.0 } else { 0.0 };
    let ones = w.iter_mut().zip(x).filter(|(_, x)| updates && **x > 0.0);
    ones.for_each(|(w, _)| *w *= factor);
    (positive, before != w)
}

const AT_THRESHOLD: Learn = |w, x, y| {
    let positive = dot(w, x) >= x.len() as f64 / 2.0;
    decided(w, (x, y), positive, positive != (y > 0.0))
};
const ALWAYS: Learn = |w, x, y| {
    let positive = dot(w, x) > x.len() as f64 / 2.0;
    decided(w, (x, y), positive, true)
};

/// What is wrong, α to grade by, the learner, the claim that names the fault with the most examples of its witness, and words of it.
type Fault = (
    &'static str,
    i64,
    (f64, Learn),
    (Check, usize),
    &'static str,
);

/// The faults that are refuted.
const FAULTS: [Fault; 11] = [
    (
        "halves instead of eliminating",
        2,
        (1.0, HALVES),
        (MultipliesWeights, 1),
        "a false positive sets wᵢ to 0 where xᵢ = 1",
    ),
    (
        "+1 at θ",
        2,
        (1.0, AT_THRESHOLD),
        (PredictsByWeights, 1),
        "which is not above θ = 1 and calls for −1, but it predicted +1",
    ),
    (
        "+1 at θ",
        2,
        (1.0, AT_THRESHOLD),
        (UpdatesWhenDue, 1),
        "predicts −1, which is a false negative, but your learner did not update",
    ),
    (
        "promotes all",
        2,
        (1.0, PROMOTES_ALL),
        (MultipliesWeights, 1),
        "leaves the other weights alone",
    ),
    (
        "eliminates all",
        2,
        (1.0, ELIMINATES_ALL),
        (MultipliesWeights, 1),
        "leaves the other weights alone",
    ),
    (
        "α − 1",
        3,
        (1.0, WINNOW),
        (MultipliesWeights, 1),
        "multiplies wᵢ by α = 3",
    ),
    (
        "α + 1",
        2,
        (1.0, THREE),
        (MultipliesWeights, 1),
        "multiplies wᵢ by α = 2",
    ),
    (
        "adds",
        2,
        (1.0, ADDS),
        (MultipliesWeights, 2),
        "multiplies wᵢ by α = 2",
    ),
    (
        "never eliminates",
        2,
        (1.0, NEVER_ELIMINATES),
        (UpdatesWhenDue, 1),
        "which is a false positive, but your learner did not update",
    ),
    (
        "always",
        2,
        (1.0, ALWAYS),
        (RestsWhenRight, 1),
        "which is right, but your learner updated",
    ),
    (
        "starts at 0",
        2,
        (0.0, WINNOW),
        (StartsAtOne, 1),
        "Winnow starts with 1 everywhere",
    ),
];

#[test]
fn right_learners_keep_every_claim_for_every_promotion() {
    assert_right(RULE, &RuleSettings::default(), (1.0, WINNOW));
    assert_right(RULE, &settings((3, 2)), (1.0, THREE_HALVES));
    assert_right(RULE, &settings((11, 10)), (1.0, ELEVEN_TENTHS));
}

#[test]
fn every_fault_is_refuted_with_at_most_three_examples() {
    for (fault, promotion, learner, claim, words) in FAULTS {
        let grade = graded(RULE, &settings((promotion, 1)), learner);
        assert_refuted(&grade, fault, claim, words);
    }
}

/// Winnow with θ = `theta`, whose weights and scores are kept by `stored` and whose scores are summed in this type.
fn kept(w: &mut [f64], (x, y): (&[f64], f64), theta: f64, stored: fn(f64) -> f64) -> (bool, bool) {
    let products = w.iter().zip(x).map(|(w, x)| w * x);
    let positive = products.fold(0.0, |sum, product| stored(sum + product)) > theta;
    let before = w.to_vec();
    if positive != (y > 0.0) {
        let factor = if y > 0.0 { 2.0 } else { 0.0 };
        let ones = w.iter_mut().zip(x).filter(|(_, x)| **x > 0.0);
        ones.for_each(|(w, _)| *w = stored(factor * *w));
    }
    (positive, before != w)
}

fn half(x: &[f64]) -> f64 {
    x.len() as f64 / 2.0
}

const I8: Learn = |w, x, y| kept(w, (x, y), half(x), |w| f64::from(w as i64 as i8));
const U8: Learn = |w, x, y| kept(w, (x, y), half(x), |w| f64::from(w as i64 as u8));
const I16: Learn = |w, x, y| kept(w, (x, y), half(x), |w| f64::from(w as i64 as i16));
const U16: Learn = |w, x, y| kept(w, (x, y), half(x), |w| f64::from(w as i64 as u16));
const CAPPED: Learn = |w, x, y| kept(w, (x, y), half(x), |w| w.min(64.0));
const F32: Learn = |w, x, y| kept(w, (x, y), half(x), |w| f64::from(w as f32));

/// θ = 2³¹, which a weight exceeds by 2³².
const LARGE: f64 = 2_147_483_648.0;

const I32: Learn = |w, x, y| kept(w, (x, y), LARGE, |w| f64::from(w as i64 as i32));
const U32: Learn = |w, x, y| kept(w, (x, y), LARGE, |w| f64::from(w as i64 as u32));
const I64: Learn = |w, x, y| kept(w, (x, y), LARGE, |w| w as i64 as f64);

#[test]
fn weights_that_wrap_or_are_capped_are_refuted_at_the_component_that_is_wrong() {
    for (fault, learn, words) in [
        ("i8", I8, "w₁ went from 64 to −128, but by the rule to 128"),
        ("u8", U8, "w₁ went from 128 to 0, but by the rule to 256"),
        (
            "i16",
            I16,
            "w₁ went from 16384 to −32768, but by the rule to 32768",
        ),
        (
            "u16",
            U16,
            "w₁ went from 32768 to 0, but by the rule to 65536",
        ),
    ] {
        let grade = graded(RULE, &RuleSettings::default(), (1.0, learn));
        let found = ruling(&grade, MultipliesWeights).witness.as_ref();
        let found = found.unwrap_or_else(|| panic!("{fault}"));
        assert!(
            found.repeats && found.words.contains(words),
            "{fault}: {}",
            found.words
        );
    }
}

#[test]
fn weights_that_stop_at_64_are_refuted_where_they_should_grow() {
    let grade = graded(RULE, &RuleSettings::default(), (1.0, CAPPED));
    assert_refuted(
        &grade,
        "capped",
        (UpdatesWhenDue, 7),
        "but your learner did not update",
    );
}

#[test]
fn floats_of_32_bits_are_exact_on_the_samples_of_winnow() {
    assert_right(RULE, &RuleSettings::default(), (1.0, F32));
}

#[test]
fn a_threshold_decides_how_far_weights_grow() {
    let by_threshold = RuleSettings {
        threshold: Some(Rational::from(LARGE as i64)),
        ..RuleSettings::default()
    };
    for learn in [I32, U32] {
        let grade = graded(RULE, &by_threshold, (1.0, learn));
        assert!(witness(&grade, MultipliesWeights) <= 33);
    }
    assert!(!graded(RULE, &by_threshold, (1.0, I64)).refuted);
}

#[test]
fn bounds_and_their_proofs_refute_learners_that_break_them() {
    for (learn, check) in [
        (NEVER_ELIMINATES, MistakeBound),
        (SLOW, Promotions),
        (FAST, TotalWeight),
    ] {
        let grade = graded(RULE, &RuleSettings::default(), (1.0, learn));
        assert!(witness(&grade, check) > 0, "{check:?}");
    }
}

#[test]
fn settings_of_other_rules_and_impossible_ones_are_refused_by_name() {
    let last = (Ties::Mistake, ReturnedWeights::Last);
    let with_c = RuleSettings {
        aggressiveness: Some(Rational::one()),
        ..RuleSettings::default()
    };
    let with_theta = |theta| RuleSettings {
        threshold: Some(Rational::new(theta, 1)),
        ..RuleSettings::default()
    };
    assert_eq!(accepted(RULE, last, &with_theta(3)), Ok(()));
    assert_eq!(accepted(RULE, last, &with_theta(0)), Err("threshold"));
    assert_eq!(accepted(RULE, last, &with_c), Err("aggressiveness"));
    assert_eq!(accepted(RULE, last, &settings((1, 1))), Err("promotion"));
    let of_other = accepted(RuleName::PassiveAggressive, last, &settings((2, 1)));
    assert_eq!(of_other, Err("promotion"));
    let plain = RuleSettings::default();
    let averaged = (Ties::Mistake, ReturnedWeights::Averaged);
    assert_eq!(accepted(RULE, averaged, &plain), Err("hypothesis"));
    let tiny: Rational = "1.00000000000000000000001".parse().unwrap();
    let without_effect = RuleSettings {
        promotion: Some(tiny),
        ..RuleSettings::default()
    };
    assert_eq!(accepted(RULE, last, &without_effect), Err("promotion"));
    let positive = (Ties::Positive, ReturnedWeights::Last);
    assert_eq!(accepted(RULE, positive, &plain), Err("ties"));
}

#[test]
fn settings_that_no_double_holds_are_refused_and_not_called_negative() {
    let huge: Option<Rational> = Some("1e400".parse().unwrap());
    let (margin, passive) = (RuleName::MarginPerceptron, RuleName::PassiveAggressive);
    let of = |threshold, aggressiveness| RuleSettings {
        threshold,
        aggressiveness,
        ..RuleSettings::default()
    };
    for (rule, settings) in [
        (margin, of(huge.clone(), None)),
        (RULE, of(huge.clone(), None)),
        (passive, of(None, huge)),
    ] {
        let refused = GradedRule::new(rule, Ties::Mistake, ReturnedWeights::Last, &settings);
        let problem = refused.err().unwrap().problem;
        assert!(problem.contains("no double"), "{rule:?}: {problem}");
    }
}
