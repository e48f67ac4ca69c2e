//! Checks a learner's run against the bounds of the passive-aggressive rule on separable samples, and against the steps of their proof.
//!
//! # Proof
//! Let y⟨u, x⟩ ≥ 1 on every example. A step τ lowers ‖w − u‖² by 2τ(y⟨u, x⟩ − y⟨w, x⟩) − τ²‖x‖² ≥ τ(2ℓ − τ‖x‖²). This is at least ℓ²/R² for PA and
//! ℓ²/(R² + 1/(2C)) for PA-II, and at least min(C, 1/R²) for PA-I on a mistake, where ℓ ≥ 1. ‖w − u‖² falls from ‖u‖² and stays at least 0.
//!
//! # Rounding
//! A learner in doubles misses the rule's step by at most the tolerances t of its weights, which moves ‖w − u‖² by at most 2‖w − u‖·‖t‖ + ‖t‖². The sum
//! of these is added to ‖u‖².

use super::bounds::Bounds;
use super::objection::{Objection, objection};
use super::passive_aggressive::{PassiveAggressive, loss, norm};
use super::rounding::{dot, gamma, size};
use super::run::GradedRun;
use super::theorems::{apart, shortened};
use super::vector_words::vector;

/// How much rounding may have moved ‖w − u‖² on the example at index `at`, if ‖u‖ is `length`.
fn rounding(run: &GradedRun, at: usize, length: f64) -> f64 {
    let moved = norm(&run.tolerances(at));
    2.0 * (norm(&run.weights[at + 1]) + length) * moved + moved * moved
}

/// Largest error of a computed loss on the example at index `at`.
fn loss_error(run: &GradedRun, at: usize) -> f64 {
    let (w, x) = (&run.weights[at], &run.seen[at]);
    2.0 * gamma(x.len() + 4) * (1.0 + size(w, x))
}

/// The loss of the learner's weights on the example at index `at`, rounded down.
fn least_loss(run: &GradedRun, at: usize) -> f64 {
    (loss(&run.weights[at], run.example(at)) - loss_error(run, at)).max(0.0)
}

/// Checks Σℓ² ≤ (R² + damping)·‖u‖², for PA and PA-II.
pub(super) fn losses(
    rule: PassiveAggressive,
    run: &GradedRun,
    bounds: &Bounds,
) -> Result<(), Objection> {
    let factor = bounds.radius_squared + rule.damping();
    let (least, length) = (bounds.least_norm_squared, bounds.least_norm_squared.sqrt());
    let (mut sum, mut room) = (0.0, 0.0);
    for at in run.showings() {
        let loss = least_loss(run, at);
        sum += loss * loss;
        room += rounding(run, at, length);
        if sum * (1.0 - gamma(at + 8)) > factor * (least + room) * (1.0 + gamma(8)) {
            let [sum, most] = apart(sum, factor * least);
            let words = format!(
                "after {} its losses on this sample have Σℓ² = {sum}; the theorem allows {most}",
                run.exercise.example(at)
            );
            return objection(at, words);
        }
    }
    Ok(())
}

/// Checks that a learner with PA-I makes at most max(R², 1/C)·‖u‖² mistakes.
pub(super) fn mistakes(
    rule: PassiveAggressive,
    run: &GradedRun,
    bounds: &Bounds,
) -> Result<(), Objection> {
    let factor = match rule {
        PassiveAggressive::Capped(c) => bounds.radius_squared.max(1.0 / c),
        _ => bounds.radius_squared,
    };
    let (least, length) = (bounds.least_norm_squared, bounds.least_norm_squared.sqrt());
    let (mut count, mut room) = (0.0, 0.0);
    for at in run.showings() {
        let wrong = i64::from(run.answers.predictions[at]) != run.exercise.shown[at].1.sign();
        // A prediction that rounding may have turned is not counted.
        let is_open = run.score(at) != 0.0 && run.expected_prediction(at).is_none();
        count += f64::from(u8::from(wrong && !is_open));
        room += rounding(run, at, length);
        if count > factor * (least + room) * (1.0 + gamma(8)) {
            let most = shortened(factor * least);
            let words = format!(
                "on this sample it makes {count} mistake{}; the theorem allows {most}",
                if count == 1.0 { "" } else { "s" }
            );
            return objection(at, words);
        }
    }
    Ok(())
}

/// Checks that every update lowers ‖w − u‖² by at least τ(2ℓ − τ‖x‖²), for a vector u with y⟨u, x⟩ ≥ 1 on every example.
pub(super) fn progress(
    rule: PassiveAggressive,
    run: &GradedRun,
    bounds: &Bounds,
) -> Result<(), Objection> {
    let u: Vec<f64> = bounds
        .direction
        .iter()
        .map(|u| u / bounds.advance)
        .collect();
    // Rounding of u may leave some y⟨u, x⟩ below 1 by this.
    let sizes = run.seen.iter().map(|x| size(&u, x));
    let short = 2.0 * gamma(u.len() + 8) * sizes.fold(0.0, f64::max);
    for at in run.showings().filter(|&at| run.changed(at)) {
        let (due, room) = due_progress(rule, run, at);
        let (fallen, error) = fallen(run, at, &u);
        let step = due_step(rule, run, at);
        let room = room + error + rounding(run, at, norm(&u)) + 2.0 * step * short;
        if fallen < due - room {
            let [due, fallen] = apart(due, fallen);
            let words = format!(
                "on {}, shown as number {}, its update lowers ‖w − u‖² by {fallen} for u = {}; by the rule it should be lowered by at least τ(2ℓ − τ‖x‖²) = {due}",
                run.exercise.example(at),
                at + 1,
                vector('u', &u)
            );
            return objection(at, words);
        }
    }
    Ok(())
}

fn due_step(rule: PassiveAggressive, run: &GradedRun, at: usize) -> f64 {
    let x = &run.seen[at];
    rule.step(loss(&run.weights[at], run.example(at)), dot(x, x))
}

/// τ(2ℓ − τ‖x‖²) on the example at index `at`, and its largest rounding error.
fn due_progress(rule: PassiveAggressive, run: &GradedRun, at: usize) -> (f64, f64) {
    let (x, error) = (&run.seen[at], loss_error(run, at));
    let (loss, squared) = (loss(&run.weights[at], run.example(at)), dot(x, x));
    let step = rule.step(loss, squared);
    let due = step * (2.0 * loss - step * squared);
    let of_loss = match squared > 0.0 {
        true => 2.0 * (loss + error) * error / (squared + rule.damping()),
        false => 0.0,
    };
    (due, of_loss + gamma(2 * x.len() + 16) * step * 2.0 * loss)
}

/// How much ‖w − u‖² falls on the example at index `at`, and the largest rounding error of that difference.
fn fallen(run: &GradedRun, at: usize, u: &[f64]) -> (f64, f64) {
    fallen_between(&run.weights[at], &run.weights[at + 1], u)
}

/// How much ‖w − u‖² falls from one weight vector to another, and the largest rounding error of that difference.
fn fallen_between(before: &[f64], after: &[f64], u: &[f64]) -> (f64, f64) {
    let pairs = before.iter().zip(after).zip(u);
    let terms = pairs.map(|((before, after), u)| {
        let change = before - after;
        let sizes = before.abs() + after.abs() + 2.0 * u.abs();
        (change * (before + after - 2.0 * u), change.abs() * sizes)
    });
    let (fallen, sizes) = terms.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
    (fallen, gamma(u.len() + 8) * sizes)
}

/// Checks ‖w‖ ≤ 2‖u‖, which holds because ‖w − u‖ never exceeds ‖u‖.
pub(super) fn norm_bound(run: &GradedRun, bounds: &Bounds) -> Result<(), Objection> {
    let (least, length) = (bounds.least_norm_squared, bounds.least_norm_squared.sqrt());
    let mut room = 0.0;
    for at in run.showings() {
        room += rounding(run, at, length);
        let reached = norm(&run.weights[at + 1]);
        let most = length + (least + room).sqrt();
        if reached > most * (1.0 + gamma(run.exercise.dimension + 8)) {
            let [reached, most] = apart(reached, 2.0 * length);
            let words = format!(
                "after {} ‖w‖ is {reached}, but at most 2‖u‖ = {most} is possible",
                run.exercise.example(at)
            );
            return objection(at, words);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::answers::Answers;
    use super::super::exercise::Exercise;
    use super::super::rule::Family;
    use super::super::{GradedRule, ReturnedWeights};
    use super::*;
    use perceptron::sample::{Label, Rational};

    #[test]
    fn rounding_of_a_fall_grows_with_the_weights() {
        let fall = |scale: f64| fallen_between(&[3.0 * scale, 0.0], &[0.0, scale], &[scale, scale]);
        // ‖(3, 0) − (1, 1)‖² = 5, and ‖(0, 1) − (1, 1)‖² = 1.
        let (due, sizes) = (4.0, 3.0 * (3.0 + 2.0) + (1.0 + 2.0));
        for scale in [1.0, 1024.0] {
            let (fallen, rounding) = fall(scale);
            assert_eq!(fallen, due * scale * scale);
            assert_eq!(rounding, gamma(10) * sizes * scale * scale);
        }
    }

    /// A rule, with a sample that shows one positive example twice, and the answers of a learner that keeps its weights.
    struct Kept {
        graded: GradedRule,
        exercise: Exercise,
        answers: Answers,
    }

    impl Kept {
        fn new(rule: PassiveAggressive, x: Vec<f64>, w: Vec<f64>) -> Self {
            let answers = Answers {
                weights: vec![w; 3],
                predictions: vec![-1; 2],
                updated: vec![false; 2],
            };
            let graded = GradedRule {
                returns: ReturnedWeights::Last,
                family: Family::PassiveAggressive(rule),
                theorems: Vec::new(),
            };
            Self {
                graded,
                exercise: Exercise::new(x.len(), vec![(x, Label::Positive); 2]),
                answers,
            }
        }

        fn run(&self) -> GradedRun<'_> {
            GradedRun::new(&self.graded, &self.exercise, &self.answers)
        }
    }

    #[test]
    fn losses_beyond_their_limit_are_told_with_it() {
        // R² = 4, ‖u‖² = 1/4, and both losses are 1. With C = 1/2, 1 is added to R².
        for (rule, most) in [
            (PassiveAggressive::Plain, "1"),
            (PassiveAggressive::Damped(0.5), "1.25"),
        ] {
            let kept = Kept::new(rule, vec![2.0], vec![0.0]);
            let run = kept.run();
            let found = losses(rule, &run, &Bounds::of(&run).unwrap())
                .err()
                .unwrap();
            assert_eq!(found.showing, 1);
            let due = format!("Σℓ² = 2; the theorem allows {most}");
            assert!(found.words.ends_with(&due), "{}", found.words);
        }
    }

    #[test]
    fn two_mistakes_are_too_many_only_if_their_limit_is_below_two_in_exact_numbers() {
        let exact = Rational::from_float;
        let mut refuted = 0;
        for steps in 0..512 {
            let c = 0.5 * (1.0 + f64::from(steps) * f64::EPSILON);
            let rule = PassiveAggressive::Capped(c);
            let kept = Kept::new(rule, vec![1.0], vec![0.0]);
            let run = kept.run();
            let bounds = Bounds::of(&run).unwrap();
            if mistakes(rule, &run, &bounds).is_err() {
                let room: f64 = run.showings().map(|at| rounding(&run, at, 1.0)).sum();
                let most = &(&exact(bounds.least_norm_squared) + &exact(room)) / &exact(c);
                assert!(most < Rational::from(2_i64), "{steps}");
                refuted += 1;
            }
        }
        assert!(0 < refuted && refuted < 512, "{refuted}");
    }

    #[test]
    fn due_progress_is_right_within_a_few_roundings_per_feature() {
        let features = 200;
        let x: Vec<f64> = (1..=features).map(|place| 1.0 / f64::from(place)).collect();
        let w: Vec<f64> = x.iter().map(|x| 0.1 * x).collect();
        let exact = |a: &[f64], b: &[f64]| {
            let products = a
                .iter()
                .zip(b)
                .map(|(a, b)| [a, b].map(|x| Rational::from_float(*x)));
            products.fold(Rational::zero(), |sum, [a, b]| &sum + &(&a * &b))
        };
        let loss = &Rational::one() - &exact(&w, &x);
        let true_due = &(&loss * &loss) / &exact(&x, &x);
        let kept = Kept::new(PassiveAggressive::Plain, x, w);
        let (due, room) = due_progress(PassiveAggressive::Plain, &kept.run(), 0);
        let error = (&Rational::from_float(due) - &true_due).to_f64().abs();
        assert!(error <= room, "{error} {room}");
        // ℓ counts twice and has few roundings per feature, and ‖x‖² has one.
        let most = 16.0 * f64::from(features) * f64::EPSILON / 2.0 * due;
        assert!(room <= most, "{room} {most}");
    }
}
