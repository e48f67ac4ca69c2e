//! Checks single answers of a learner: its start, its predictions, where it updates, and what an update does to its weights.

use super::objection::{Objection, objection};
use super::rounding::ScoreComparison;
use super::rule::Family;
use super::rule_words::{reason_words, step_words};
use super::run::GradedRun;
use super::vector_words::{component, differences, is_long, number, vector};
use perceptron::sample::Ties;

/// Describes the example shown at index `showing` in words, with its position if more than one example is shown.
fn on(run: &GradedRun, showing: usize) -> String {
    let example = run.exercise.example(showing);
    match run.exercise.len() {
        1 => format!("on {example}"),
        _ => format!("on {example}, shown as number {},", showing + 1),
    }
}

/// Checks that the learner's weights after a reset are those of the rule.
pub(super) fn starts(run: &GradedRun) -> Result<(), Objection> {
    let (start, expected) = (&run.weights[0], run.graded.start());
    if start.iter().all(|w| *w == expected) {
        return Ok(());
    }
    let hint = match expected {
        0.0 => "",
        _ => ", but Winnow starts with 1 everywhere",
    };
    let words = format!(
        "after the reset its weights are {}{hint}",
        vector('w', start)
    );
    objection(0, words)
}

/// Checks the learner's prediction by the weights that it reported before the example. A perceptron rule accepts every prediction at the score 0, even
/// one that does not decide; whether to update there is another claim.
pub(super) fn predicts(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let predicted = run.answers.predictions[at];
    let expected = run.expected_prediction(at);
    if expected.is_none_or(|expected| predicted == expected) {
        return Ok(());
    }
    let (on, weights, score) = (
        on(run, at),
        vector('w', &run.weights[at]),
        number(run.score(at)),
    );
    let against = match &run.graded.family {
        Family::Winnow(rule) => {
            let theta = number(rule.threshold(run.exercise.dimension));
            let (relation, expected) = match expected {
                Some(1) => ("above", "+1"),
                _ => ("not above", "−1"),
            };
            format!(", which is {relation} θ = {theta} and calls for {expected}")
        }
        _ => String::new(),
    };
    let words = format!(
        "{on} its weights {weights} give the score {score}{against}, but it predicted {}",
        signed(predicted)
    );
    objection(at, words)
}

fn signed(prediction: i8) -> &'static str {
    match prediction {
        1 => "+1",
        0 => "0",
        _ => "−1",
    }
}

/// Checks that the learner reports an update exactly where its weights changed.
pub(super) fn check_reported_update(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let (said, changed) = (run.answers.updated[at], run.changed(at));
    if said == changed || run.is_invisible(at) && !changed {
        return Ok(());
    }
    let words = match changed {
        true => format!(
            "{} it said that it did not update, but its {}",
            on(run, at),
            change_words(run, at)
        ),
        false => format!(
            "{} it said that it updated, but its weights stayed at {}",
            on(run, at),
            vector('w', &run.weights[at])
        ),
    };
    objection(at, words)
}

/// The change of the learner's weights on the example at index `at`; of long vectors, only the components that changed.
fn change_words(run: &GradedRun, at: usize) -> String {
    let (before, after) = (&run.weights[at], &run.weights[at + 1]);
    if !is_long(before) {
        let [before, after] = [before, after].map(|weights| vector('w', weights));
        return format!("weights went from {before} to {after}");
    }
    let is_changed = |place: &usize| !run.graded.near(before[*place], after[*place]);
    let places: Vec<usize> = (0..before.len()).filter(is_changed).collect();
    let told = |place: usize| {
        let [before, after] = [before, after].map(|weights| number(weights[place]));
        format!("{} went from {before} to {after}", component('w', place))
    };
    format!("weight {}", differences((&places, before.len()), told))
}

/// Checks that the learner updates on the example at index `at` if the rule does, under the learner's weights.
pub(super) fn updates(run: &GradedRun, at: usize) -> Result<(), Objection> {
    if run.due(at) != ScoreComparison::Yes || run.changed(at) || run.is_invisible(at) {
        return Ok(());
    }
    let (on, score) = (on(run, at), run.score(at));
    if let Some(reason) = reason_words(run, at) {
        let words = format!("{on} {reason}, but your learner did not update");
        return objection(at, words);
    }
    let words = match run.graded.threshold() {
        Some(threshold) => format!(
            "{on} y⟨w, x⟩ is {}, below the threshold {}, but your learner did not update",
            number(run.margin(at)),
            number(threshold)
        ),
        None if score == 0.0 && run.graded.ties() == Ties::Mistake => {
            let predicted = i64::from(run.answers.predictions[at]);
            let right = predicted == run.exercise.shown[at].1.sign();
            // Only a learner that predicts +1 there may follow the other convention.
            let hint = match (right, predicted) {
                (true, 1) => {
                    ", because it predicted right (`--ties positive` asks for updates on wrong predictions only)"
                }
                (true, _) => {
                    ", because it predicted right: at a score of 0 an update is due whatever the label"
                }
                (false, _) => "",
            };
            format!(
                "{on} the score is 0, which calls for an update, but your learner did not update{hint}"
            )
        }
        None => format!(
            "{on} the score is {}, which is a mistake, but your learner did not update",
            number(score)
        ),
    };
    objection(at, words)
}

/// Checks that the learner leaves its weights alone on the example at index `at` if the rule does, under the learner's weights.
pub(super) fn rests(run: &GradedRun, at: usize) -> Result<(), Objection> {
    if run.due(at) != ScoreComparison::No || !run.changed(at) {
        return Ok(());
    }
    let on = on(run, at);
    if let Some(reason) = reason_words(run, at) {
        let words = format!("{on} {reason}, but your learner updated");
        return objection(at, words);
    }
    let words = match run.graded.threshold() {
        Some(threshold) => format!(
            "{on} your learner updated although y⟨w, x⟩ is {}, not below the threshold {}",
            number(run.margin(at)),
            number(threshold)
        ),
        None => format!(
            "{on} your learner updated although it predicted right (score {})",
            number(run.score(at))
        ),
    };
    objection(at, words)
}

/// Checks that a change of the learner's weights on the example at index `at` is the rule's update of the weights before. A perceptron rule has an
/// update for every example; the others have one only where it is due.
pub(super) fn follows(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let has_update =
        matches!(run.graded.family, Family::Perceptron(_)) || run.due(at) != ScoreComparison::No;
    if !has_update || !run.changed(at) || run.follows_update(at) {
        return Ok(());
    }
    let why = step_words(run, at).map_or_else(String::new, |step| format!(": {step}"));
    let words = format!("{} its {}{why}", on(run, at), wrong_update_words(run, at));
    objection(at, words)
}

/// The learner's change of its weights on the example at index `at`, and that of the rule; of long vectors, only the components where the two differ.
fn wrong_update_words(run: &GradedRun, at: usize) -> String {
    let all = [&run.weights[at], &run.weights[at + 1], &run.updated(at)];
    if !is_long(all[0]) {
        let [before, after, expected] = all.map(|weights| vector('w', weights));
        return format!("weights went from {before} to {after}, but by the rule to {expected}");
    }
    let (places, count) = (run.departures(at), all[0].len());
    let told = |place: usize| {
        let [before, after, expected] = all.map(|weights| number(weights[place]));
        let name = component('w', place);
        format!("{name} went from {before} to {after}, but by the rule to {expected}")
    };
    format!("weight {}", differences((&places, count), told))
}

/// Compares a learner's updates with those of this program's own run of the rule; the error names the first example on which only one of the two
/// updates. An update on the example 0 changes nothing and is not counted. `None` if rounding leaves some comparison open.
pub(super) fn same_updates(run: &GradedRun) -> Option<Result<(), Objection>> {
    let ours = run.graded.updates(run.exercise)?;
    // Where rounding leaves a comparison open, either decision is right, and the runs may differ from there on.
    if run
        .showings()
        .any(|at| run.due(at) == ScoreComparison::Open)
    {
        return None;
    }
    let differs = |at: &usize| !run.is_invisible(*at) && ours.contains(at) != run.changed(*at);
    let Some(at) = run.showings().find(differs) else {
        return Some(Ok(()));
    };
    let name = run.graded.name();
    let words = match run.changed(at) {
        true => format!(
            "{} your learner updated, and our {name} does not",
            on(run, at)
        ),
        false => format!(
            "{} our {name} updates, and your learner did not",
            on(run, at)
        ),
    };
    Some(objection(at, words))
}
