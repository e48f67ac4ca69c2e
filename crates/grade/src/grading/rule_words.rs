//! Says in words what each rule does, for the claims about a learner and for what it did instead.

use super::passive_aggressive::{PassiveAggressive, loss};
use super::rounding::dot;
use super::rule::{Family, GradedRule};
use super::run::GradedRun;
use super::vector_words::number;
use super::winnow::Winnow;
use perceptron::sample::Ties;

/// Value of each weight after a reset, in words.
pub(super) fn start_words(graded: &GradedRule) -> String {
    format!("after a reset its weights are {}", number(graded.start()))
}

/// How the rule predicts.
pub(super) fn prediction_words(graded: &GradedRule) -> String {
    match &graded.family {
        Family::Winnow(rule) => {
            let theta = rule.threshold_words();
            format!("it predicts +1 exactly where ⟨w, x⟩ > θ = {theta}")
        }
        _ => "it predicts the sign of ⟨w, x⟩".into(),
    }
}

/// Where the rule updates.
pub(super) fn due_words(graded: &GradedRule) -> String {
    match (&graded.family, graded.threshold(), graded.ties()) {
        (Family::PassiveAggressive(_), ..) => {
            "wherever the loss ℓ = max(0, 1 − y⟨w, x⟩) is positive".into()
        }
        (Family::Winnow(_), ..) => "wherever that prediction is wrong".into(),
        (_, Some(threshold), _) => format!("wherever y⟨w, x⟩ is below {}", number(threshold)),
        (_, None, Ties::Positive) => "on every mistake, where a score of 0 predicts +1".into(),
        (_, None, _) => "on every mistake, and where the score is 0".into(),
    }
}

/// Effect of an update on the weights, in words.
pub(super) fn update_words(graded: &GradedRule) -> String {
    match &graded.family {
        Family::Perceptron(_) => format!("an update adds {} to its weights", added_words(graded)),
        Family::PassiveAggressive(rule) => {
            let formula = rule.formula();
            format!("an update adds τ·y·x to its weights, with τ = {formula}")
        }
        Family::Winnow(rule) => {
            let alpha = number(rule.promotion);
            format!(
                "where xᵢ = 1, a false negative multiplies wᵢ by α = {alpha}, and a false positive sets it to 0"
            )
        }
    }
}

fn added_words(graded: &GradedRule) -> String {
    let example = if graded.normalizes() {
        "y·x/‖x‖"
    } else {
        "y·x"
    };
    match graded.step() {
        1.0 => example.into(),
        step => format!("{}·{example}", number(step)),
    }
}

/// Mistake bound of the rule, in words.
pub(super) fn bound_words(graded: &GradedRule) -> String {
    let bound = match &graded.family {
        Family::PassiveAggressive(_) => "max(R², 1/C)/γ²",
        Family::Winnow(_) => {
            return "it makes at most α·k·(log_α θ + 1) + N/θ mistakes on labels of a disjunction of k features".into();
        }
        Family::Perceptron(_) => match (graded.threshold(), graded.normalizes()) {
            (Some(_), _) => "(R² + 2·threshold/step)/γ²",
            (None, true) => "1/γ²",
            (None, false) => "(R/γ)²",
        },
    };
    let what = match graded.threshold() {
        Some(_) => "updates",
        None => "mistakes",
    };
    format!("it makes at most {bound} {what} on a separable sample")
}

/// Loss bound of the passive-aggressive rule, in words.
pub(super) fn loss_bound_words(graded: &GradedRule) -> String {
    let radius = match &graded.family {
        Family::PassiveAggressive(PassiveAggressive::Damped(_)) => "(R² + 1/(2C))",
        _ => "R²",
    };
    format!("its losses have Σℓ² ≤ {radius}·‖u‖² if y⟨u, x⟩ ≥ 1 on every example")
}

/// Effect of an update along a separator, by the proof of the rule's bound.
pub(super) fn progress_words(graded: &GradedRule) -> &'static str {
    match &graded.family {
        Family::PassiveAggressive(_) => {
            "an update lowers ‖w − u‖² by at least τ(2ℓ − τ‖x‖²) if y⟨u, x⟩ ≥ 1 on every example"
        }
        _ => "every update adds at least the margin to ⟨w, u⟩ along a separator u",
    }
}

/// How long the weights may become, by the proof of the rule's bound.
pub(super) fn norm_words(graded: &GradedRule) -> &'static str {
    match &graded.family {
        Family::PassiveAggressive(_) => "‖w‖ is at most 2‖u‖ if y⟨u, x⟩ ≥ 1 on every example",
        _ => "per update ‖w‖² grows by no more than the rule allows",
    }
}

/// Why an update is due, or not due, on the example at index `at`, for a rule other than the perceptron's: the numbers that decide it.
pub(super) fn reason_words(run: &GradedRun, at: usize) -> Option<String> {
    let (w, (x, y)) = (&run.weights[at], run.example(at));
    match &run.graded.family {
        Family::Perceptron(_) => None,
        Family::PassiveAggressive(_) => {
            let (margin, loss) = (number(y * dot(w, x)), number(loss(w, (x, y))));
            Some(format!("y⟨w, x⟩ is {margin}, so the loss ℓ is {loss}"))
        }
        Family::Winnow(rule) => Some(winnow_reason(*rule, w, x, y)),
    }
}

fn winnow_reason(rule: Winnow, w: &[f64], x: &[f64], y: f64) -> String {
    let (score, theta) = (dot(w, x), rule.threshold(x.len()));
    let is_above = score > theta;
    let (relation, prediction) = match is_above {
        true => ("above", "+1"),
        false => ("not above", "−1"),
    };
    let kind = match (is_above, y > 0.0) {
        (true, true) | (false, false) => "right",
        (false, true) => "a false negative",
        (true, false) => "a false positive",
    };
    format!(
        "the score {} is {relation} θ = {}, so Winnow predicts {prediction}, which is {kind}",
        number(score),
        number(theta)
    )
}

/// The step that the rule makes on the example at index `at`, with its numbers, and which step the learner made instead; for a rule other than the
/// perceptron's.
pub(super) fn step_words(run: &GradedRun, at: usize) -> Option<String> {
    let (w, example) = (&run.weights[at], run.example(at));
    match &run.graded.family {
        Family::Perceptron(_) => None,
        Family::PassiveAggressive(rule) => {
            let (loss, squared) = (loss(w, example), dot(example.0, example.0));
            let step = rule.step(loss, squared);
            let made = match made_step(w, &run.weights[at + 1], example) {
                Some(made) => format!(
                    "your step is τ = {}: compute τ = {} from the loss before the update",
                    number(made),
                    rule.formula()
                ),
                None => "your change is not a multiple of y·x".into(),
            };
            Some(format!(
                "ℓ = {} and ‖x‖² = {}{}, so τ = {} = {}; {made}",
                number(loss),
                number(squared),
                constant_words(*rule),
                rule.formula(),
                number(step)
            ))
        }
        Family::Winnow(rule) => Some(match example.1 > 0.0 {
            true => format!(
                "a false negative multiplies wᵢ by α = {} where xᵢ = 1, and leaves the other weights alone",
                number(rule.promotion)
            ),
            false => {
                "a false positive sets wᵢ to 0 where xᵢ = 1, and leaves the other weights alone"
                    .into()
            }
        }),
    }
}

fn constant_words(rule: PassiveAggressive) -> String {
    match rule {
        PassiveAggressive::Plain => String::new(),
        PassiveAggressive::Capped(c) => format!(" and C = {}", number(c)),
        PassiveAggressive::Damped(c) => format!(" and 1/(2C) = {}", number(0.5 / c)),
    }
}

/// The factor of y·x in a learner's change of its weights; `None` if the change is no multiple of y·x.
fn made_step(before: &[f64], after: &[f64], (x, y): (&[f64], f64)) -> Option<f64> {
    let changes: Vec<f64> = after.iter().zip(before).map(|(a, b)| a - b).collect();
    let largest = x.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let place = x.iter().position(|x| largest > 0.0 && x.abs() == largest)?;
    let step = changes[place] / (y * x[place]);
    let is_multiple = changes
        .iter()
        .zip(x)
        .all(|(change, x)| (change - step * y * x).abs() <= 1e-9 * (1.0 + change.abs()));
    is_multiple.then_some(step)
}

#[cfg(test)]
mod tests {
    use super::super::{ReturnedWeights, RuleName, RuleSettings, Step};
    use super::*;
    use perceptron::sample::Rational;

    #[test]
    fn the_step_that_a_learner_made_is_found_from_its_change() {
        let (before, x) = ([1.0, -1.0, 0.5], [4.0, 0.0, -2.0]);
        for (y, step) in [(1.0, 0.25), (-1.0, 0.25), (1.0, -3.0), (-1.0, 0.0)] {
            let moved = before.iter().zip(x).map(|(w, x)| w + step * y * x);
            let after: Vec<f64> = moved.collect();
            assert_eq!(made_step(&before, &after, (&x, y)), Some(step));
        }
        assert_eq!(made_step(&before, &[2.0, -1.0, 0.5], (&x, 1.0)), None);
        assert_eq!(made_step(&before, &[2.0, 0.0, 0.0], (&x, 1.0)), None);
        assert_eq!(made_step(&[0.0], &[1.0], (&[0.0], 1.0)), None);
    }

    #[test]
    fn an_update_is_told_with_the_step_and_the_norm_of_the_rule() {
        let words = |named, step: Option<Rational>| {
            let settings = RuleSettings {
                step: step.map(Step::Size),
                ..RuleSettings::default()
            };
            let graded = GradedRule::new(named, Ties::Mistake, ReturnedWeights::Last, &settings);
            update_words(&graded.unwrap())
        };
        let half = Some(Rational::new(1, 2));
        for (named, step, added) in [
            (RuleName::Perceptron, None, "y·x"),
            (RuleName::NormalizedPerceptron, None, "y·x/‖x‖"),
            (RuleName::MarginPerceptron, None, "y·x"),
            (RuleName::MarginPerceptron, half, "0.5·y·x"),
        ] {
            let due = format!("an update adds {added} to its weights");
            assert_eq!(words(named, step), due);
        }
    }
}
