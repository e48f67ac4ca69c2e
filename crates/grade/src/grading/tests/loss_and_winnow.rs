//! Tests grading by the passive-aggressive rule and by Winnow: right learners, and learners that each have one fault that students make.

use super::super::{
    Check, Grade, GradeVerdict, GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings,
    Step, grade,
};
use super::{ruling, witness};
use perceptron::learn::external::{
    ExternalExample, ExternalLearner, LearnerFault, Response, Transcript, WireNumber,
};
use perceptron::sample::{Rational, Ties};

/// One example of a learner: it changes the weights, and returns its prediction and whether it updated.
type Learn = fn(&mut Vec<f64>, &[f64], f64) -> (bool, bool);

/// A learner that starts with the same number everywhere and treats every example alike.
struct Student {
    start: f64,
    learn: Learn,
    w: Vec<f64>,
}

impl Student {
    fn weights(&self) -> Vec<WireNumber> {
        self.w.iter().copied().map(WireNumber::Float).collect()
    }
}

impl ExternalLearner for Student {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        if let Some(features) = begin {
            self.w = vec![self.start; features];
        }
        let start = Some(self.weights());
        let mut responses = Vec::new();
        for example in examples {
            let x: Vec<f64> = example.x.iter().map(|x| x.to_f64()).collect();
            let (positive, updated) = (self.learn)(&mut self.w, &x, example.y.value());
            responses.push(Response {
                prediction: if positive { 1 } else { -1 },
                updated,
                weights: self.weights(),
            });
        }
        Ok(Transcript { start, responses })
    }
}

fn graded(named: RuleName, settings: &RuleSettings, (start, learn): (f64, Learn)) -> Grade {
    let graded = GradedRule::new(named, Ties::Mistake, ReturnedWeights::Last, settings);
    let w = Vec::new();
    let task = GradingTask {
        start: &|| {
            Ok(Box::new(Student {
                start,
                learn,
                w: w.clone(),
            }))
        },
        graded: graded.unwrap_or_else(|invalid| panic!("{invalid:?}")),
        seconds: 60.0,
        wide: false,
    };
    grade(&task)
}

/// The aggressiveness of the tests, and as a float.
const AGGRESSIVENESS: (i64, i64) = (1, 3);
const C: f64 = 1.0 / 3.0;

fn settings(step: Option<Step>) -> RuleSettings {
    let has_c = matches!(step, Some(Step::PaOne | Step::PaTwo));
    let (numerator, denominator) = AGGRESSIVENESS;
    RuleSettings {
        step,
        aggressiveness: has_c.then(|| Rational::new(numerator, denominator)),
        ..RuleSettings::default()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Learns with a step that depends on the loss 1 − y⟨w, x⟩ and on ‖x‖², and is 0 where there is no update.
fn stepped(w: &mut [f64], (x, y): (&[f64], f64), step: impl Fn(f64, f64) -> f64) -> (bool, bool) {
    let (score, squared) = (dot(w, x), dot(x, x));
    let loss = 1.0 - y * score;
    let step = if squared > 0.0 {
        step(loss, squared)
    } else {
        0.0
    };
    w.iter_mut().zip(x).for_each(|(w, x)| *w += step * y * x);
    (score > 0.0, step != 0.0)
}

const PA: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| loss.max(0.0) / squared);
const PA_BACKWARDS: Learn = |w, x, y| {
    let score: f64 = w.iter().zip(x).rev().map(|(w, x)| w * x).sum();
    let length = x.iter().rev().map(|x| x * x).sum::<f64>().sqrt();
    let loss = (1.0 - y * score).max(0.0);
    if length > 0.0 {
        w.iter_mut()
            .zip(x)
            .for_each(|(w, x)| *w += loss / length * (x / length) * y);
    }
    (score > 0.0, loss > 0.0 && length > 0.0)
};
const PA_ONE: Learn =
    |w, x, y| stepped(w, (x, y), |loss, squared| (loss.max(0.0) / squared).min(C));
const PA_TWO: Learn = |w, x, y| {
    stepped(w, (x, y), |loss, squared| {
        loss.max(0.0) / (squared + 1.0 / (2.0 * C))
    })
};

/// Predicts like Winnow with θ = N/2, and changes each weight whose example has `learn(x, y, w)`, on mistakes only.
fn multiplied(
    w: &mut [f64],
    (x, y): (&[f64], f64),
    change: impl Fn(f64, f64, f64) -> f64,
) -> (bool, bool) {
    let positive = dot(w, x) > x.len() as f64 / 2.0;
    let wrong = positive != (y > 0.0);
    let before = w.to_vec();
    if wrong {
        w.iter_mut()
            .zip(x)
            .for_each(|(w, x)| *w = change(*w, *x, y));
    }
    (positive, before != w)
}

fn winnow_by(w: &mut [f64], example: (&[f64], f64), alpha: f64) -> (bool, bool) {
    multiplied(w, example, |w, x, y| match (x > 0.0, y > 0.0) {
        (false, _) => w,
        (true, true) => alpha * w,
        (true, false) => 0.0,
    })
}

const WINNOW: Learn = |w, x, y| winnow_by(w, (x, y), 2.0);
const WINNOW_THREE_HALVES: Learn = |w, x, y| winnow_by(w, (x, y), 1.5);
const WINNOW_ELEVEN_TENTHS: Learn = |w, x, y| winnow_by(w, (x, y), 1.1);

fn by_promotion(promotion: Option<(i64, i64)>) -> RuleSettings {
    RuleSettings {
        promotion: promotion.map(|(numerator, denominator)| Rational::new(numerator, denominator)),
        ..RuleSettings::default()
    }
}

/// Asserts that a learner keeps every claim, and that every claim was tried on many samples.
fn assert_right(named: RuleName, settings: &RuleSettings, learner: (f64, Learn)) {
    let grade = graded(named, settings, learner);
    let refuted = grade.checks.iter().find(|ruling| ruling.witness.is_some());
    assert!(refuted.is_none(), "{settings:?}: {refuted:?}");
    assert!(grade.complete && grade.samples > 3000, "{}", grade.samples);
    for ruling in &grade.checks {
        let is_held = ruling.verdict == GradeVerdict::Holds && ruling.samples > 100;
        assert!(is_held, "{settings:?}: {ruling:?}");
    }
}

#[test]
fn right_passive_aggressive_learners_keep_every_claim_in_every_order_of_summation() {
    let rule = RuleName::PassiveAggressive;
    assert_right(rule, &settings(None), (0.0, PA));
    assert_right(rule, &settings(Some(Step::Pa)), (0.0, PA_BACKWARDS));
    assert_right(rule, &settings(Some(Step::PaOne)), (0.0, PA_ONE));
    assert_right(rule, &settings(Some(Step::PaTwo)), (0.0, PA_TWO));
}

#[test]
fn right_winnow_learners_keep_every_claim_for_every_promotion() {
    let rule = RuleName::Winnow;
    assert_right(rule, &by_promotion(None), (1.0, WINNOW));
    assert_right(
        rule,
        &by_promotion(Some((3, 2))),
        (1.0, WINNOW_THREE_HALVES),
    );
    assert_right(
        rule,
        &by_promotion(Some((11, 10))),
        (1.0, WINNOW_ELEVEN_TENTHS),
    );
}

/// Asserts that a fault is refuted by the claim that names it, with a witness of at most `most` examples whose words contain `words`.
fn assert_refuted(grade: &Grade, fault: &str, (check, most): (Check, usize), words: &str) {
    assert!(grade.refuted, "{fault}");
    let found = ruling(grade, check).witness.as_ref();
    let said = found.map_or("", |witness| witness.words.as_str());
    assert!(said.contains(words), "{fault}: {said}");
    assert!(witness(grade, check) <= most, "{fault}: {found:?}");
}

#[test]
fn every_fault_of_a_passive_aggressive_learner_is_refuted_with_at_most_three_examples() {
    use Check::{AddsExample, LossBound, RestsWhenRight, UpdatesWhenDue};
    let undivided: Learn = |w, x, y| stepped(w, (x, y), |loss, _| loss.max(0.0));
    let on_mistakes: Learn = |w, x, y| {
        stepped(
            w,
            (x, y),
            |loss, squared| {
                if loss >= 1.0 { loss / squared } else { 0.0 }
            },
        )
    };
    let half: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| loss.max(0.0) / squared / 2.0);
    let norm: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| loss.max(0.0) / squared.sqrt());
    let negative: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| loss / squared);
    let unsigned: Learn = |w, x, y| {
        let found = stepped(w, (x, y), |loss, squared| loss.max(0.0) / squared);
        w.iter_mut().for_each(|w| *w = w.abs());
        found
    };
    let capped_loss: Learn =
        |w, x, y| stepped(w, (x, y), |loss, squared| loss.max(0.0).min(C) / squared);
    let one_over_c: Learn = |w, x, y| {
        stepped(w, (x, y), |loss, squared| {
            loss.max(0.0) / (squared + 1.0 / C)
        })
    };
    let twice_c: Learn = |w, x, y| {
        stepped(w, (x, y), |loss, squared| {
            loss.max(0.0) / (squared + 2.0 * C)
        })
    };
    let (pa, one, two) = (None, Some(Step::PaOne), Some(Step::PaTwo));
    for (fault, step, learn, claim, words) in [
        (
            "half step",
            &pa,
            half,
            (AddsExample, 1),
            "τ = ℓ/‖x‖² = 1; your step is τ = 0.5",
        ),
        ("half step", &pa, half, (LossBound, 2), "Σℓ²"),
        (
            "not divided by ‖x‖²",
            &pa,
            undivided,
            (AddsExample, 1),
            "so τ = ℓ/‖x‖² = ",
        ),
        (
            "divided by ‖x‖",
            &pa,
            norm,
            (AddsExample, 1),
            "your step is τ = ",
        ),
        (
            "updates on mistakes only",
            &pa,
            on_mistakes,
            (UpdatesWhenDue, 2),
            "so the loss ℓ is ",
        ),
        (
            "negative losses",
            &pa,
            negative,
            (RestsWhenRight, 2),
            "so the loss ℓ is 0, but your learner updated",
        ),
        (
            "without the sign",
            &pa,
            unsigned,
            (AddsExample, 1),
            "by the rule to (−1)",
        ),
        (
            "PA-I without the cap",
            &one,
            PA,
            (AddsExample, 1),
            "τ = min(C, ℓ/‖x‖²) = 0.333",
        ),
        (
            "PA-I caps the loss",
            &one,
            capped_loss,
            (AddsExample, 1),
            "C = 0.333",
        ),
        (
            "PA-II with 1/C",
            &two,
            one_over_c,
            (AddsExample, 1),
            "1/(2C) = 1.5",
        ),
        (
            "PA-II with 2C",
            &two,
            twice_c,
            (AddsExample, 1),
            "τ = ℓ/(‖x‖² + 1/(2C))",
        ),
        (
            "PA-II is PA",
            &two,
            PA,
            (AddsExample, 1),
            "your step is τ = 1",
        ),
        (
            "PA is PA-II",
            &pa,
            PA_TWO,
            (AddsExample, 1),
            "τ = ℓ/‖x‖² = 1",
        ),
    ] {
        let settings = settings(step.clone());
        let grade = graded(RuleName::PassiveAggressive, &settings, (0.0, learn));
        assert_refuted(&grade, fault, claim, words);
    }
}

#[test]
fn every_fault_of_a_winnow_learner_is_refuted_with_at_most_three_examples() {
    use Check::{
        MultipliesWeights, PredictsByWeights, RestsWhenRight, StartsAtOne, UpdatesWhenDue,
    };
    let halving: Learn = |w, x, y| {
        multiplied(w, (x, y), |w, x, y| match (x > 0.0, y > 0.0) {
            (false, _) => w,
            (true, true) => 2.0 * w,
            (true, false) => w / 2.0,
        })
    };
    let promotes_all: Learn = |w, x, y| {
        multiplied(w, (x, y), |w, x, y| match (x > 0.0, y > 0.0) {
            (_, true) => 2.0 * w,
            (true, false) => 0.0,
            (false, false) => w,
        })
    };
    let eliminates_all: Learn = |w, x, y| {
        multiplied(w, (x, y), |w, x, y| match (x > 0.0, y > 0.0) {
            (true, true) => 2.0 * w,
            (false, true) => w,
            (_, false) => 0.0,
        })
    };
    let adds: Learn = |w, x, y| multiplied(w, (x, y), |w, x, y| (w + y * x).max(0.0));
    let promotes_only: Learn = |w, x, y| {
        multiplied(
            w,
            (x, y),
            |w, x, y| if y > 0.0 && x > 0.0 { 2.0 * w } else { w },
        )
    };
    let at_least: Learn = |w, x, y| {
        let positive = dot(w, x) >= x.len() as f64 / 2.0;
        let wrong = positive != (y > 0.0);
        let factor = if y > 0.0 { 2.0 } else { 0.0 };
        let ones = w.iter_mut().zip(x).filter(|(_, x)| wrong && **x > 0.0);
        ones.for_each(|(w, _)| *w *= factor);
        (positive, wrong && x.contains(&1.0))
    };
    let always: Learn = |w, x, y| {
        let positive = dot(w, x) > x.len() as f64 / 2.0;
        let before = w.clone();
        let factor = if y > 0.0 { 2.0 } else { 0.0 };
        let ones = w.iter_mut().zip(x).filter(|(_, x)| **x > 0.0);
        ones.for_each(|(w, _)| *w *= factor);
        (positive, before != *w)
    };
    let three = |w: &mut Vec<f64>, x: &[f64], y: f64| winnow_by(w, (x, y), 3.0);
    for (fault, promotion, learner, claim, words) in [
        (
            "halves instead of eliminating",
            2,
            (1.0, halving),
            (MultipliesWeights, 1),
            "a false positive sets wᵢ to 0 where xᵢ = 1",
        ),
        (
            "predicts +1 at θ",
            2,
            (1.0, at_least),
            (PredictsByWeights, 1),
            "which is not above θ = 1 and calls for −1, but it predicted +1",
        ),
        (
            "predicts +1 at θ",
            2,
            (1.0, at_least),
            (UpdatesWhenDue, 1),
            "so Winnow predicts −1, which is a false negative, but your learner did not update",
        ),
        (
            "promotes all weights",
            2,
            (1.0, promotes_all),
            (MultipliesWeights, 1),
            "leaves the other weights alone",
        ),
        (
            "eliminates all weights",
            2,
            (1.0, eliminates_all),
            (MultipliesWeights, 1),
            "leaves the other weights alone",
        ),
        (
            "multiplies by α − 1",
            3,
            (1.0, WINNOW),
            (MultipliesWeights, 1),
            "multiplies wᵢ by α = 3",
        ),
        (
            "multiplies by α + 1",
            2,
            (1.0, three),
            (MultipliesWeights, 1),
            "multiplies wᵢ by α = 2",
        ),
        (
            "adds 1 instead of multiplying",
            2,
            (1.0, adds),
            (MultipliesWeights, 2),
            "multiplies wᵢ by α = 2",
        ),
        (
            "never eliminates",
            2,
            (1.0, promotes_only),
            (UpdatesWhenDue, 1),
            "which is a false positive, but your learner did not update",
        ),
        (
            "updates on every example",
            2,
            (1.0, always),
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
    ] {
        let settings = by_promotion(Some((promotion, 1)));
        let grade = graded(RuleName::Winnow, &settings, learner);
        assert_refuted(&grade, fault, claim, words);
    }
}

#[test]
fn bounds_and_their_proofs_refute_learners_that_break_them() {
    let half: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| loss.max(0.0) / squared / 2.0);
    let far: Learn = |w, x, y| stepped(w, (x, y), |loss, squared| 5.0 * loss.max(0.0) / squared);
    let away: Learn =
        |w, x, y| stepped(w, (x, y), |loss, squared| -(loss.max(0.0) / squared).min(C));
    let never_eliminates: Learn = |w, x, y| {
        multiplied(
            w,
            (x, y),
            |w, x, y| if y > 0.0 && x > 0.0 { 2.0 * w } else { w },
        )
    };
    let slow: Learn = |w, x, y| winnow_by(w, (x, y), 1.01);
    let fast: Learn = |w, x, y| winnow_by(w, (x, y), 16.0);
    let pa = RuleName::PassiveAggressive;
    let (plain, one, winnow) = (
        settings(None),
        settings(Some(Step::PaOne)),
        by_promotion(None),
    );
    for (fault, rule, settings, learner, check) in [
        ("half", pa, &plain, (0.0, half), Check::LossBound),
        ("half", pa, &plain, (0.0, half), Check::Progress),
        ("far", pa, &plain, (0.0, far), Check::Norm),
        ("away", pa, &one, (0.0, away), Check::MistakeBound),
        (
            "never",
            RuleName::Winnow,
            &winnow,
            (1.0, never_eliminates),
            Check::MistakeBound,
        ),
        (
            "slow",
            RuleName::Winnow,
            &winnow,
            (1.0, slow),
            Check::Promotions,
        ),
        (
            "fast",
            RuleName::Winnow,
            &winnow,
            (1.0, fast),
            Check::TotalWeight,
        ),
    ] {
        let grade = graded(rule, settings, learner);
        assert!(
            witness(&grade, check) > 0,
            "{fault}: {:?}",
            ruling(&grade, check)
        );
    }
}

#[test]
fn a_step_that_is_too_long_by_one_part_in_a_million_millions_is_refuted() {
    let longer: Learn = |w, x, y| {
        stepped(w, (x, y), |loss, squared| {
            loss.max(0.0) / squared * (1.0 + 1e-12)
        })
    };
    let grade = graded(RuleName::PassiveAggressive, &settings(None), (0.0, longer));
    assert!(witness(&grade, Check::AddsExample) == 1);
}

#[test]
fn settings_of_other_rules_and_impossible_ones_are_refused_by_name() {
    let new = |named, ties, returns, settings: &RuleSettings| {
        let key = GradedRule::new(named, ties, returns, settings).map(|_| ());
        key.map_err(|invalid| invalid.key)
    };
    let plain =
        |named, settings: &RuleSettings| new(named, Ties::Mistake, ReturnedWeights::Last, settings);
    let (pa, winnow) = (RuleName::PassiveAggressive, RuleName::Winnow);
    let c = |c| RuleSettings {
        aggressiveness: Some(Rational::new(c, 1)),
        ..RuleSettings::default()
    };
    let step = |step| RuleSettings {
        step: Some(step),
        ..RuleSettings::default()
    };
    let pa_with_c = RuleSettings {
        step: Some(Step::Pa),
        ..c(1)
    };
    assert_eq!(plain(pa, &c(1)), Ok(()));
    assert_eq!(plain(pa, &c(0)), Err("aggressiveness"));
    assert_eq!(plain(pa, &c(-1)), Err("aggressiveness"));
    assert_eq!(plain(pa, &pa_with_c), Err("aggressiveness"));
    assert_eq!(plain(pa, &step(Step::PaTwo)), Err("step"));
    assert_eq!(plain(pa, &step(Step::Size(Rational::one()))), Err("step"));
    assert_eq!(
        plain(RuleName::MarginPerceptron, &step(Step::Pa)),
        Err("step")
    );
    assert_eq!(plain(winnow, &c(1)), Err("aggressiveness"));
    assert_eq!(plain(winnow, &by_promotion(Some((1, 1)))), Err("promotion"));
    assert_eq!(plain(pa, &by_promotion(None)), Ok(()));
    assert_eq!(plain(pa, &by_promotion(Some((2, 1)))), Err("promotion"));
    let averaged = new(
        winnow,
        Ties::Mistake,
        ReturnedWeights::Averaged,
        &by_promotion(None),
    );
    assert_eq!(averaged, Err("hypothesis"));
    let ties = new(
        winnow,
        Ties::Positive,
        ReturnedWeights::Last,
        &by_promotion(None),
    );
    assert_eq!(ties, Err("ties"));
    assert_eq!("pa-1".parse(), Ok(Step::PaOne));
    assert_eq!("1/2".parse(), Ok(Step::Size(Rational::new(1, 2))));
    assert!("pa-3".parse::<Step>().is_err());
}
