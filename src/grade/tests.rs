//! Tests grading with pupils that are right, and with pupils of which each has one fault of those that students make.

use super::{Check, Grade, Graded, Named, Order, Returns, Ruling, Word, grade};
use perceptron::learn::outside::{Attendance, Fault, Figure, Pupil, Response, Shown};
use perceptron::sample::{Rational, Ties};

/// What a pupil does otherwise than the perceptron.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Habit {
    Right,
    StrictTie,
    ForgottenLabel,
    WrongSide,
    Wraps16,
    Wraps32,
    Truncates,
    Stale,
    Always,
    IgnoresFirst,
    DividesByNorm,
    KeepsWeights,
    IgnoresLastFeature,
    Copies,
    Boasts,
    Slow,
    Positive,
    Margin,
    Normalizes,
    Averages,
    Dies,
    Tires,
}

use Habit::*;

/// A learner with a habit, in doubles.
struct Student {
    habit: Habit,
    w: Vec<f64>,
    before: Vec<f64>,
    sum: Vec<f64>,
    shown: u32,
    lifetime: u32,
}

impl Student {
    fn reset(&mut self, features: usize) {
        if self.habit != KeepsWeights || self.w.len() != features {
            self.w = vec![0.0; features];
        }
        (self.before, self.sum, self.shown) = (self.w.clone(), vec![0.0; features], 0);
    }

    fn due(&self, score: f64, y: f64) -> bool {
        match self.habit {
            StrictTie => y * score < 0.0,
            WrongSide => score <= y,
            Always => true,
            IgnoresFirst => y * score <= 0.0 && self.shown > 0,
            Positive => (if score >= 0.0 { 1.0 } else { -1.0 }) != y,
            Margin => y * score < 1.0,
            Tires => y * score <= 0.0 && self.lifetime < 3000,
            _ => y * score <= 0.0,
        }
    }

    fn stored(&self, value: f64) -> f64 {
        match self.habit {
            Wraps16 => f64::from(value as i64 as i16),
            Wraps32 => f64::from(value as i64 as i32),
            Truncates => value.trunc(),
            _ => value,
        }
    }

    fn learn(&mut self, x: &[f64], y: f64) {
        let norm: f64 = x.iter().map(|x| x * x).sum();
        let factor = match self.habit {
            ForgottenLabel => 1.0,
            DividesByNorm if norm > 0.0 => y / norm,
            Slow => y / 2.0,
            _ => y,
        };
        self.before = self.w.clone();
        let last = if self.habit == IgnoresLastFeature {
            1
        } else {
            0
        };
        for (place, x) in x.iter().enumerate().take(x.len() - last) {
            self.w[place] = self.stored(self.w[place] + factor * x);
        }
    }

    fn answer(&mut self, shown: &Shown) -> Response {
        let mut x: Vec<f64> = shown.x.iter().map(|x| x.to_f64()).collect();
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        if self.habit == Normalizes && norm > 0.0 {
            x.iter_mut().for_each(|x| *x /= norm);
        }
        let y = shown.y.value();
        let weights = if self.habit == Stale {
            &self.before
        } else {
            &self.w
        };
        let score: f64 = weights.iter().zip(&x).map(|(w, x)| w * x).sum();
        let updated = self.due(score, y);
        if updated && self.habit != Boasts {
            self.learn(&x, y);
        }
        self.shown += 1;
        self.lifetime += 1;
        self.sum
            .iter_mut()
            .zip(&self.w)
            .for_each(|(sum, w)| *sum += w);
        let sign = if score > 0.0 || self.habit == Positive && score == 0.0 {
            1
        } else {
            -1
        };
        Response {
            prediction: if self.habit == Copies { y as i8 } else { sign },
            updated,
            weights: self.weights(),
        }
    }

    fn weights(&self) -> Vec<Figure> {
        let count = f64::from(self.shown.max(1));
        let told = |(w, sum): (&f64, &f64)| {
            Figure::Float(if self.habit == Averages {
                sum / count
            } else {
                *w
            })
        };
        self.w.iter().zip(&self.sum).map(told).collect()
    }
}

impl Pupil for Student {
    fn attend(
        &mut self,
        begin: Option<usize>,
        examples: &[Shown],
    ) -> Result<Attendance, Box<Fault>> {
        begin.into_iter().for_each(|features| self.reset(features));
        let mut before = Attendance {
            start: Some(self.weights()),
            responses: Vec::new(),
        };
        for shown in examples {
            if self.habit == Dies && shown.x.iter().any(|x| x.to_f64() == 0.5) {
                return Err(Box::new(Fault {
                    words: "it died of a half".into(),
                    before,
                }));
            }
            let response = self.answer(shown);
            before.responses.push(response);
        }
        Ok(before)
    }
}

fn graded(habit: Habit, named: Named, ties: Ties, returns: Returns) -> Grade {
    let graded = Graded::new(named, ties, returns, (None, None));
    let order = Order {
        start: &|| {
            Ok(Box::new(Student {
                habit,
                w: vec![],
                before: vec![],
                sum: vec![],
                shown: 0,
                lifetime: 0,
            }))
        },
        graded: graded.unwrap_or_else(|invalid| panic!("{invalid:?}")),
        seconds: 30.0,
        wide: false,
    };
    grade(&order)
}

fn as_perceptron(habit: Habit) -> Grade {
    graded(habit, Named::Perceptron, Ties::Mistake, Returns::Last)
}

fn ruling(grade: &Grade, check: Check) -> &Ruling {
    grade
        .checks
        .iter()
        .find(|ruling| ruling.id == check.id())
        .unwrap()
}

/// Showings of the witness against a claim, all samples together.
fn witness(grade: &Grade, check: Check) -> usize {
    let witness = ruling(grade, check).witness.as_ref();
    let witness = witness.unwrap_or_else(|| panic!("{} is not refuted", check.id()));
    assert!(witness.repeats, "{}", witness.words);
    witness.samples.iter().map(|sample| sample.len()).sum()
}

#[test]
fn right_learners_of_every_rule_and_convention_are_not_refuted() {
    for (habit, named, ties, returns) in [
        (Right, Named::Perceptron, Ties::Mistake, Returns::Last),
        (Positive, Named::Perceptron, Ties::Positive, Returns::Last),
        (
            Averages,
            Named::Perceptron,
            Ties::Mistake,
            Returns::Averaged,
        ),
        (
            Margin,
            Named::MarginPerceptron,
            Ties::Mistake,
            Returns::Last,
        ),
        (
            Normalizes,
            Named::NormalizedPerceptron,
            Ties::Mistake,
            Returns::Last,
        ),
    ] {
        let grade = graded(habit, named, ties, returns);
        let refuted = grade.checks.iter().find(|ruling| ruling.witness.is_some());
        assert!(refuted.is_none(), "{habit:?}: {refuted:?}");
        assert!(grade.complete && !grade.refuted && grade.samples > 5000);
        let held = |ruling: &Ruling| ruling.verdict == Word::Holds && ruling.samples > 100;
        assert!(
            grade.checks.iter().all(held),
            "{habit:?}: {:?}",
            grade.checks
        );
    }
}

#[test]
fn every_fault_is_refuted_by_the_claim_that_names_it_with_at_most_three_examples() {
    use Check::*;
    for (habit, check, most) in [
        (StrictTie, UpdatesWhenDue, 1),
        (ForgottenLabel, AddsExample, 1),
        (WrongSide, RestsWhenRight, 2),
        (Wraps16, AddsExample, 2),
        (Wraps32, AddsExample, 2),
        (Truncates, UpdatesWhenDue, 1),
        (Stale, PredictsByWeights, 2),
        (Always, RestsWhenRight, 2),
        (IgnoresFirst, UpdatesWhenDue, 1),
        (DividesByNorm, AddsExample, 1),
        (IgnoresLastFeature, AddsExample, 1),
        (Copies, PredictsByWeights, 2),
        (Boasts, TellsUpdates, 1),
        (Slow, AddsExample, 1),
        (Margin, RestsWhenRight, 2),
        (Normalizes, AddsExample, 1),
        (Dies, Protocol, 1),
    ] {
        let grade = as_perceptron(habit);
        assert!(grade.refuted, "{habit:?}");
        let size = witness(&grade, check);
        assert!(
            size <= most,
            "{habit:?}: {:?}",
            ruling(&grade, check).witness
        );
    }
}

#[test]
fn only_the_claims_that_a_fault_touches_are_refuted() {
    let refuted = |habit| {
        let grade = as_perceptron(habit);
        let refuted = grade
            .checks
            .iter()
            .filter(|ruling| ruling.witness.is_some());
        refuted.map(|ruling| ruling.id).collect::<Vec<_>>()
    };
    assert_eq!(refuted(Copies), ["predicts-by-its-weights"]);
    assert_eq!(refuted(Boasts)[0], "tells-its-updates");
    assert_eq!(
        refuted(StrictTie),
        ["updates-when-due", "same-updates", "mistake-bound"]
    );
    assert_eq!(refuted(Slow), ["adds-the-example", "progress"]);
}

#[test]
fn what_a_reset_leaves_behind_is_shown_by_two_samples() {
    let grade = as_perceptron(KeepsWeights);
    let found = ruling(&grade, Check::StartsAtZero)
        .witness
        .as_ref()
        .unwrap();
    assert!(found.repeats && found.samples.len() == 2, "{found:?}");
    assert_eq!(found.samples[0].len(), 1, "one update is enough");
    assert!(ruling(&grade, Check::StartsAnew).witness.is_some());
}

#[test]
fn a_fault_that_no_fresh_process_shows_is_still_refuted_and_says_so() {
    let grade = as_perceptron(Tires);
    let found = ruling(&grade, Check::UpdatesWhenDue)
        .witness
        .as_ref()
        .unwrap();
    assert!(!found.repeats);
    assert!(ruling(&grade, Check::StartsAnew).witness.is_some());
}

#[test]
fn a_learner_that_cannot_be_started_is_refuted_by_the_protocol_alone() {
    let graded = Graded::new(
        Named::Perceptron,
        Ties::Mistake,
        Returns::Last,
        (None, None),
    );
    let order = Order {
        start: &|| {
            Err(Box::new(Fault {
                words: "it did not greet".into(),
                before: Attendance::default(),
            }))
        },
        graded: graded.unwrap(),
        seconds: 30.0,
        wide: false,
    };
    let grade = grade(&order);
    assert!(grade.refuted && !grade.complete && grade.samples < 10);
    let protocol = ruling(&grade, Check::Protocol);
    assert_eq!(protocol.witness.as_ref().unwrap().words, "it did not greet");
    let others = grade.checks.iter().filter(|ruling| ruling.id != "protocol");
    assert!(
        others
            .into_iter()
            .all(|ruling| ruling.verdict == Word::Untried)
    );
}

#[test]
fn time_that_ran_out_is_said() {
    let graded = Graded::new(
        Named::Perceptron,
        Ties::Mistake,
        Returns::Last,
        (None, None),
    );
    let order = Order {
        start: &|| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            Ok(Box::new(Student {
                habit: Right,
                w: vec![],
                before: vec![],
                sum: vec![],
                shown: 0,
                lifetime: 0,
            }))
        },
        graded: graded.unwrap(),
        seconds: 0.01,
        wide: false,
    };
    let grade = grade(&order);
    assert!(!grade.complete && !grade.refuted && grade.samples < 100);
}

#[test]
fn numbers_past_64_bits_are_shown_only_where_they_are_asked_for() {
    // i64 as a learner in another language has it: it wraps at 2⁶³, which no sample reaches without `wide`.
    let graded = |wide| {
        let graded = Graded::new(
            Named::Perceptron,
            Ties::Mistake,
            Returns::Last,
            (None, None),
        );
        let largest = super::catalogue::Catalogue::new(&graded.unwrap(), wide)
            .flat_map(|exercise| exercise.shown)
            .flat_map(|(x, _)| x)
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        largest.log2()
    };
    assert!(graded(false) < 33.0 && graded(true) == 62.0);
}

#[test]
fn a_threshold_of_another_rule_and_a_step_of_zero_are_refused() {
    let one = || Some(Rational::one());
    let new = |named, numbers| Graded::new(named, Ties::Mistake, Returns::Last, numbers);
    assert!(new(Named::Perceptron, (one(), None)).is_err_and(|invalid| invalid.key == "threshold"));
    let zero = Some(Rational::zero());
    assert!(new(Named::MarginPerceptron, (None, zero)).is_err_and(|invalid| invalid.key == "step"));
    assert!(new(Named::MarginPerceptron, (one(), one())).is_ok());
}
