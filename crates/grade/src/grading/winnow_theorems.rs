//! Checks a learner's run against Winnow's mistake bound for disjunctions, and against the two halves of its proof.
//!
//! # Proof
//! Let a disjunction of k features label the sample. No elimination touches one of the k, and a promotion multiplies at least one of their weights, which
//! was at most θ. So there are u ≤ k(⌊log_α θ⌋ + 1) promotions. A promotion adds at most (α − 1)θ to Σwᵢ, which starts at N, and an elimination takes more
//! than θ away, so v ≤ N/θ + (α − 1)u for the number v of eliminations. The sum is at most αk(log_α θ + 1) + N/θ (Littlestone 1988).

use super::objection::{Objection, objection};
use super::rounding::gamma;
use super::run::GradedRun;
use super::theorems::shortened;
use super::winnow::{Winnow, disjunction};
use perceptron::sample::Label;

/// Largest number of promotions of one weight: it was at most θ before each, so α^(j − 1) ≤ θ for the last one.
fn promotions_of_one(rule: Winnow, theta: f64) -> u32 {
    let (mut weight, mut count) = (1.0, 0);
    while weight <= theta * (1.0 + gamma(8)) {
        weight *= rule.promotion;
        count += 1;
    }
    count
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Names a sample by the disjunction that labels it.
fn labelled(literals: usize) -> String {
    let plural = plural(literals as u32);
    format!("on this sample, which a disjunction of {literals} feature{plural} labels,")
}

/// Checks the mistake bound αk(log_α θ + 1) + N/θ, if a disjunction of k features labels the sample.
pub(super) fn mistakes(rule: Winnow, run: &GradedRun) -> Option<Result<(), Objection>> {
    let literals = disjunction(run.exercise)?.len();
    let features = run.exercise.dimension;
    let theta = rule.threshold(features);
    // Below θ = 1/α no weight is ever promoted.
    let powers = (theta.ln() / rule.promotion.ln() + 1.0).max(0.0);
    let most = rule.promotion * literals as f64 * powers + features as f64 / theta;
    let is_wrong =
        |at: &usize| i64::from(run.answers.predictions[*at]) != run.exercise.shown[*at].1.sign();
    let mut wrong = run.showings().filter(is_wrong).zip(1_u32..);
    let beyond = wrong.find(|(_, count)| f64::from(*count) > most * (1.0 + gamma(16)));
    Some(beyond.map_or(Ok(()), |(at, count)| {
        let words = format!(
            "{} it makes {count} mistake{}; the theorem allows {}",
            labelled(literals),
            plural(count),
            shortened(most)
        );
        objection(at, words)
    }))
}

/// Checks the number of promotions, if a disjunction of k features labels the sample.
pub(super) fn promotions(rule: Winnow, run: &GradedRun) -> Option<Result<(), Objection>> {
    let literals = disjunction(run.exercise)?.len();
    let theta = rule.threshold(run.exercise.dimension);
    let most = literals as u32 * promotions_of_one(rule, theta);
    let is_promotion =
        |at: &usize| run.exercise.shown[*at].1 == Label::Positive && run.changed(*at);
    let beyond = run.showings().filter(is_promotion).nth(most as usize);
    Some(beyond.map_or(Ok(()), |at| {
        let words = format!(
            "{} it makes {} promotion{}; at most {most} are possible",
            labelled(literals),
            most + 1,
            plural(most + 1)
        );
        objection(at, words)
    }))
}

/// Checks Σwᵢ ≤ N + (α − 1)θu − θv after u promotions and v eliminations, on every sample.
pub(super) fn total_weight(rule: Winnow, run: &GradedRun) -> Option<Result<(), Objection>> {
    let features = run.exercise.dimension;
    let theta = rule.threshold(features);
    let (mut added, mut taken) = (features as f64, 0.0);
    for at in run.showings().filter(|&at| run.changed(at)) {
        match run.exercise.shown[at].1 {
            Label::Positive => added += (rule.promotion - 1.0) * theta,
            Label::Negative => taken += theta,
        }
        let (total, most): (f64, f64) = (run.weights[at + 1].iter().sum(), added - taken);
        // Each step may round every weight by its tolerance, and these sums round too.
        let room =
            (rule.tolerance() * (at + 1) as f64 + gamma(features + at + 8)) * (added + taken);
        if total > most + room {
            let words = format!(
                "after {} the weights have the sum {}, but at most N + (α − 1)θu − θv = {} is possible",
                run.exercise.example(at),
                shortened(total),
                shortened(most)
            );
            return Some(objection(at, words));
        }
    }
    Some(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::super::answers::Answers;
    use super::super::exercise::Exercise;
    use super::super::{GradedRule, ReturnedWeights, RuleName, RuleSettings};
    use super::*;
    use perceptron::sample::Ties;

    /// What is said of the sum of the weights after one update on (1, 1, 0, 0), after which the first two weights are `changed`.
    fn said(label: Label, changed: f64) -> Option<String> {
        let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
        let graded = GradedRule::new(RuleName::Winnow, Ties::Mistake, last, &settings).unwrap();
        let exercise = Exercise::new(4, vec![(vec![1.0, 1.0, 0.0, 0.0], label)]);
        let answers = Answers {
            weights: vec![vec![1.0; 4], vec![changed, changed, 1.0, 1.0]],
            predictions: vec![-1],
            updated: vec![true],
        };
        let run = GradedRun::new(&graded, &exercise, &answers);
        let found = total_weight(graded.winnow().unwrap(), &run).unwrap();
        found.err().map(|objection| objection.words)
    }

    #[test]
    fn the_sum_of_the_weights_may_reach_its_limit_and_not_exceed_it() {
        // With N = 4, α = 2 and θ = 2 a promotion adds at most 2 to the sum 4, and an elimination takes 2 away.
        assert_eq!(said(Label::Positive, 2.0), None);
        let words = said(Label::Positive, 2.5).unwrap();
        assert!(
            words.contains("sum 7, ") && words.contains("θv = 6 "),
            "{words}"
        );
        assert_eq!(said(Label::Negative, 0.0), None);
        let words = said(Label::Negative, 0.25).unwrap();
        assert!(
            words.contains("sum 2.5, ") && words.contains("θv = 2 "),
            "{words}"
        );
    }
}
