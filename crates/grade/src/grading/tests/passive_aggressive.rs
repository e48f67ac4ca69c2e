//! Tests grading by the passive-aggressive rule: right learners of every form, and learners that each have one fault that students make.

use super::super::{Check, Check::*, ReturnedWeights, RuleName, RuleSettings, Step};
use super::example_learner::{Learn, accepted, assert_refuted, assert_right, dot, graded};
use super::witness;
use perceptron::sample::{Rational, Ties};

const RULE: RuleName = RuleName::PassiveAggressive;

/// The aggressiveness of PA-I and PA-II in these tests: 1/3.
const C: f64 = 1.0 / 3.0;

/// The settings for `pa`, `pa-1` or `pa-2`.
fn settings(step: &str) -> RuleSettings {
    RuleSettings {
        step: step.parse().ok(),
        aggressiveness: (step != "pa").then(|| Rational::new(1, 3)),
        ..RuleSettings::default()
    }
}

/// Learns with a step that depends on 1 − y⟨w, x⟩ and ‖x‖²; 0 is no update.
fn stepped(w: &mut [f64], (x, y): (&[f64], f64), step: impl Fn(f64, f64) -> f64) -> (bool, bool) {
    let (score, squared) = (dot(w, x), dot(x, x));
    let step = match squared > 0.0 {
        true => step(1.0 - y * score, squared),
        false => 0.0,
    };
    w.iter_mut().zip(x).for_each(|(w, x)| *w += step * y * x);
    (score > 0.0, step != 0.0)
}

const PA: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / q);
const PA_ONE: Learn = |w, x, y| stepped(w, (x, y), |l, q| (l.max(0.0) / q).min(C));
const PA_TWO: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / (q + 1.0 / (2.0 * C)));

/// PA that sums from the last feature to the first, and divides twice by the norm.
const PA_BACKWARDS: Learn = |w, x, y| {
    let score: f64 = w.iter().zip(x).rev().map(|(w, x)| w * x).sum();
    let length = x.iter().rev().map(|x| x * x).sum::<f64>().sqrt();
    let loss = (1.0 - y * score).max(0.0);
    if length > 0.0 {
        let pairs = w.iter_mut().zip(x);
        pairs.for_each(|(w, x)| *w += loss / length * (x / length) * y);
    }
    (score > 0.0, loss > 0.0 && length > 0.0)
};

const HALF: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / q / 2.0);
const UNDIVIDED: Learn = |w, x, y| stepped(w, (x, y), |l, _| l.max(0.0));
const BY_NORM: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / q.sqrt());
const ON_MISTAKES: Learn = |w, x, y| stepped(w, (x, y), |l, q| if l >= 1.0 { l / q } else { 0.0 });
const NEGATIVE: Learn = |w, x, y| stepped(w, (x, y), |l, q| l / q);
const CAPS_LOSS: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.clamp(0.0, C) / q);
const ONE_OVER_C: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / (q + 1.0 / C));
const TWICE_C: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / (q + 2.0 * C));
const FAR: Learn = |w, x, y| stepped(w, (x, y), |l, q| 5.0 * l.max(0.0) / q);
const AWAY: Learn = |w, x, y| stepped(w, (x, y), |l, q| -(l.max(0.0) / q).min(C));
const LONGER: Learn = |w, x, y| stepped(w, (x, y), |l, q| l.max(0.0) / q * (1.0 + 1e-13));
const UNSIGNED: Learn = |w, x, y| {
    let found = stepped(w, (x, y), |l, q| l.max(0.0) / q);
    w.iter_mut().for_each(|w| *w = w.abs());
    found
};

/// What is wrong, the form to grade by, the learner, the claim that names the fault with the most examples of its witness, and words of it.
type Fault = (
    &'static str,
    &'static str,
    Learn,
    (Check, usize),
    &'static str,
);

/// The faults that are refuted.
const FAULTS: [Fault; 13] = [
    (
        "half step",
        "pa",
        HALF,
        (AddsExample, 1),
        "τ = ℓ/‖x‖² = 1; your step is τ = 0.5",
    ),
    ("half step", "pa", HALF, (LossBound, 2), "Σℓ²"),
    (
        "undivided",
        "pa",
        UNDIVIDED,
        (AddsExample, 1),
        "so τ = ℓ/‖x‖² = ",
    ),
    (
        "by ‖x‖",
        "pa",
        BY_NORM,
        (AddsExample, 1),
        "your step is τ = ",
    ),
    (
        "on mistakes",
        "pa",
        ON_MISTAKES,
        (UpdatesWhenDue, 2),
        "so the loss ℓ is ",
    ),
    (
        "negative losses",
        "pa",
        NEGATIVE,
        (RestsWhenRight, 2),
        "so the loss ℓ is 0, but your learner updated",
    ),
    (
        "without the sign",
        "pa",
        UNSIGNED,
        (AddsExample, 1),
        "by the rule to (−1)",
    ),
    (
        "PA-I without cap",
        "pa-1",
        PA,
        (AddsExample, 1),
        "τ = min(C, ℓ/‖x‖²) = 0.333",
    ),
    (
        "PA-I caps ℓ",
        "pa-1",
        CAPS_LOSS,
        (AddsExample, 1),
        "C = 0.333",
    ),
    (
        "PA-II with 1/C",
        "pa-2",
        ONE_OVER_C,
        (AddsExample, 1),
        "1/(2C) = 1.5",
    ),
    (
        "PA-II with 2C",
        "pa-2",
        TWICE_C,
        (AddsExample, 1),
        "τ = ℓ/(‖x‖² + 1/(2C))",
    ),
    (
        "PA-II is PA",
        "pa-2",
        PA,
        (AddsExample, 1),
        "your step is τ = 1",
    ),
    (
        "PA is PA-II",
        "pa",
        PA_TWO,
        (AddsExample, 1),
        "τ = ℓ/‖x‖² = 1",
    ),
];

#[test]
fn right_learners_keep_every_claim_in_every_order_of_summation() {
    for (step, learn) in [
        ("pa", PA),
        ("pa", PA_BACKWARDS),
        ("pa-1", PA_ONE),
        ("pa-2", PA_TWO),
    ] {
        assert_right(RULE, &settings(step), (0.0, learn));
    }
}

#[test]
fn every_fault_is_refuted_with_at_most_three_examples() {
    for (fault, step, learn, claim, words) in FAULTS {
        let grade = graded(RULE, &settings(step), (0.0, learn));
        assert_refuted(&grade, fault, claim, words);
    }
}

#[test]
fn bounds_and_their_proofs_refute_learners_that_break_them() {
    for (step, learn, check) in [
        ("pa", HALF, LossBound),
        ("pa-2", HALF, Progress),
        ("pa", FAR, Norm),
        ("pa-1", AWAY, MistakeBound),
    ] {
        let grade = graded(RULE, &settings(step), (0.0, learn));
        assert!(witness(&grade, check) > 0, "{step} {check:?}");
    }
}

#[test]
fn a_step_that_is_too_long_by_one_part_in_ten_million_millions_is_refuted() {
    let grade = graded(RULE, &settings("pa"), (0.0, LONGER));
    assert_eq!(witness(&grade, AddsExample), 1);
}

#[test]
fn steps_that_do_not_fit_the_aggressiveness_are_refused_by_name() {
    let given = |step: Option<Step>, c: Option<i64>| {
        let settings = RuleSettings {
            step,
            aggressiveness: c.map(|c| Rational::new(c, 1)),
            ..RuleSettings::default()
        };
        accepted(RULE, (Ties::Mistake, ReturnedWeights::Last), &settings)
    };
    assert_eq!(given(None, Some(1)), Ok(()));
    assert_eq!(given(None, Some(0)), Err("aggressiveness"));
    assert_eq!(given(None, Some(-1)), Err("aggressiveness"));
    assert_eq!(given(Some(Step::Pa), Some(1)), Err("aggressiveness"));
    assert_eq!(given(Some(Step::PaTwo), None), Err("step"));
    assert_eq!(given(Some(Step::Size(Rational::one())), None), Err("step"));
    let of_margin = accepted(
        RuleName::MarginPerceptron,
        (Ties::Mistake, ReturnedWeights::Last),
        &settings("pa"),
    );
    assert_eq!(of_margin, Err("step"));
    let averaged = (Ties::Mistake, ReturnedWeights::Averaged);
    assert_eq!(accepted(RULE, averaged, &settings("pa")), Err("hypothesis"));
}

#[test]
fn steps_are_read_by_name_or_as_numbers() {
    assert_eq!("pa-1".parse(), Ok(Step::PaOne));
    assert_eq!("1/2".parse(), Ok(Step::Size(Rational::new(1, 2))));
    assert!(
        "pa-3"
            .parse::<Step>()
            .is_err_and(|error| error.contains("pa-2"))
    );
}
