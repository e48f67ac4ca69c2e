//! Declares the claims about a graded learner, and checks its answers on a sample against each claim.
//!
//! A learner is graded by its own weights first, by ours second. Whether it updates where it should is decided under the weights that it reported, so
//! that one early fault neither hides nor invents another, and the witness names the fault. Only `same-updates` compares it with our run.

use super::bounds::Bounds;
use super::exercise::{number, vector};
use super::objection::{Objection, objection};
use super::rule::{GradedRule, ScoreComparison};
use super::run::GradedRun;
use super::theorems;
use perceptron::sample::Ties;
use std::collections::BTreeSet;

/// A claim about a graded learner; the answers to each sample may refute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The learner answers every line as the protocol requires.
    Protocol,
    /// A reset sets the learner's weights to zero.
    StartsAtZero,
    /// The learner predicts with the weights that it reports.
    PredictsByWeights,
    /// The learner reports an update exactly when its weights changed.
    TellsUpdates,
    /// The learner updates wherever the rule calls for an update under the learner's weights.
    UpdatesWhenDue,
    /// The learner does not update where the rule calls for no update under the learner's weights.
    RestsWhenRight,
    /// An update adds the rule's multiple of y·x to the learner's weights.
    AddsExample,
    /// The learner updates on the same examples as the rule does when this program runs it.
    SameUpdates,
    /// The learner makes no more mistakes than the mistake bound allows on a separable sample.
    MistakeBound,
    /// Every update increases ⟨w, u⟩ for a separator u by at least what the proof of the mistake bound requires.
    Progress,
    /// The norm of the learner's weights grows no faster than the proof of the mistake bound allows.
    Norm,
    /// Nothing carries over from one sample to the next: the same sample gets the same answers again.
    StartsAnew,
}

/// All claims about a learner, in the order of the printed table.
pub const CHECKS: [Check; 12] = [
    Check::Protocol,
    Check::StartsAtZero,
    Check::PredictsByWeights,
    Check::TellsUpdates,
    Check::UpdatesWhenDue,
    Check::RestsWhenRight,
    Check::AddsExample,
    Check::SameUpdates,
    Check::MistakeBound,
    Check::Progress,
    Check::Norm,
    Check::StartsAnew,
];

impl Check {
    /// Short name of the claim, as printed in the table.
    pub fn id(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::StartsAtZero => "starts-at-zero",
            Self::PredictsByWeights => "predicts-by-its-weights",
            Self::TellsUpdates => "tells-its-updates",
            Self::UpdatesWhenDue => "updates-when-due",
            Self::RestsWhenRight => "rests-when-right",
            Self::AddsExample => "adds-the-example",
            Self::SameUpdates => "same-updates",
            Self::MistakeBound => "mistake-bound",
            Self::Progress => "progress",
            Self::Norm => "norm",
            Self::StartsAnew => "starts-anew",
        }
    }

    /// The claim in words, for the rule that the learner is graded by.
    pub fn claim(self, graded: &GradedRule) -> String {
        let what = if graded.threshold().is_some() {
            "updates"
        } else {
            "mistakes"
        };
        match self {
            Self::Protocol => "it answers every line as docs/learners.md asks".into(),
            Self::StartsAtZero => "after a reset its weights are 0".into(),
            Self::PredictsByWeights => "it predicts the sign of ⟨w, x⟩".into(),
            Self::TellsUpdates => "it says that it updated exactly when its weights changed".into(),
            Self::UpdatesWhenDue => format!("it updates {}", due_words(graded)),
            Self::RestsWhenRight => "it does not update anywhere else".into(),
            Self::AddsExample => format!("an update adds {} to its weights", added_words(graded)),
            Self::SameUpdates => format!("it updates where our {} updates", graded.name()),
            Self::MistakeBound => format!(
                "it makes at most {} {what} on a separable sample",
                bound_words(graded)
            ),
            Self::Progress => {
                "every update adds at least the margin to ⟨w, u⟩ along a separator u".into()
            }
            Self::Norm => "per update ‖w‖² grows by no more than the rule allows".into(),
            Self::StartsAnew => "its answers to a sample do not depend on what came before".into(),
        }
    }

    /// Name of the same claim in the registry, by which specs state it; `None` if the registry has no such claim.
    pub fn named(self, graded: &GradedRule) -> Option<&'static str> {
        match self {
            Self::SameUpdates => Some("same-update-sequence"),
            Self::MistakeBound if graded.threshold().is_some() => Some("margin-mistake-bound"),
            Self::MistakeBound if graded.normalizes() => Some("normalized-mistake-bound"),
            Self::MistakeBound => Some("online-mistake-bound"),
            Self::Progress => Some("progress-invariant"),
            Self::Norm => Some("norm-invariant"),
            _ => None,
        }
    }

    /// Whether one of these claims needs the maximum margin of the sample.
    pub(super) fn needs_bounds(checks: &BTreeSet<Self>) -> bool {
        checks.iter().any(|check| check.is_bounded())
    }

    /// Whether the claim needs the maximum margin of the sample.
    pub(super) fn is_bounded(self) -> bool {
        matches!(self, Self::MistakeBound | Self::Progress | Self::Norm)
    }

    /// Checks a learner's answers on one sample against the claim: the error says what refutes the claim; `None` if the sample cannot test it.
    pub(super) fn hold(
        self,
        run: &GradedRun,
        bounds: Option<&Bounds>,
    ) -> Option<Result<(), Objection>> {
        match self {
            Self::Protocol => Some(Ok(())),
            Self::StartsAtZero => Some(starts_at_zero(run)),
            Self::PredictsByWeights => Some(run.showings().try_for_each(|at| predicts(run, at))),
            Self::TellsUpdates => Some(
                run.showings()
                    .try_for_each(|at| check_reported_update(run, at)),
            ),
            Self::UpdatesWhenDue => Some(run.showings().try_for_each(|at| updates(run, at))),
            Self::RestsWhenRight => Some(run.showings().try_for_each(|at| rests(run, at))),
            Self::AddsExample => Some(run.showings().try_for_each(|at| adds(run, at))),
            Self::SameUpdates => same_updates(run),
            Self::MistakeBound => Some(theorems::mistakes(run, bounds?)),
            Self::Progress => Some(theorems::progress(run, bounds?)),
            Self::Norm => Some(theorems::norm(run, bounds?)),
            // Only showing the sample a second time can tell.
            Self::StartsAnew => None,
        }
    }
}

fn due_words(graded: &GradedRule) -> String {
    match (graded.threshold(), graded.ties()) {
        (Some(threshold), _) => format!("wherever y⟨w, x⟩ is below {}", number(threshold)),
        (None, Ties::Positive) => "on every mistake, where a score of 0 predicts +1".into(),
        (None, _) => "on every mistake, and where the score is 0".into(),
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

fn bound_words(graded: &GradedRule) -> &'static str {
    match (graded.threshold(), graded.normalizes()) {
        (Some(_), _) => "(R² + 2·threshold/step)/γ²",
        (None, true) => "1/γ²",
        (None, false) => "(R/γ)²",
    }
}

/// Describes the example shown at index `showing` in words, with its position if more than one example is shown.
fn on(run: &GradedRun, showing: usize) -> String {
    let example = run.exercise.example(showing);
    match run.exercise.len() {
        1 => format!("on {example}"),
        _ => format!("on {example}, shown as number {},", showing + 1),
    }
}

fn starts_at_zero(run: &GradedRun) -> Result<(), Objection> {
    let start = &run.weights[0];
    match start.iter().all(|w| *w == 0.0) {
        true => Ok(()),
        false => objection(
            0,
            format!("after the reset its weights are {}", vector(start)),
        ),
    }
}

fn predicts(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let (score, predicted) = (run.score(at), run.answers.predictions[at]);
    let expected = if score > 0.0 { 1 } else { -1 };
    // At score 0 every prediction is accepted, even one that does not decide; whether to update there is another claim.
    if run.is_open(at, score) || score == 0.0 || predicted == expected {
        return Ok(());
    }
    let (on, weights) = (on(run, at), vector(&run.weights[at]));
    let words = format!(
        "{on} its weights {weights} give the score {}, but it predicted {}",
        number(score),
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

fn check_reported_update(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let (said, changed) = (run.answers.updated[at], run.changed(at));
    if said == changed || run.is_zero(at) && !changed {
        return Ok(());
    }
    let (before, after) = (vector(&run.weights[at]), vector(&run.weights[at + 1]));
    let words = match changed {
        true => format!(
            "{} it said that it did not update, but its weights went from {before} to {after}",
            on(run, at)
        ),
        false => format!(
            "{} it said that it updated, but its weights stayed at {before}",
            on(run, at)
        ),
    };
    objection(at, words)
}

fn updates(run: &GradedRun, at: usize) -> Result<(), Objection> {
    if run.due(at) != ScoreComparison::Yes || run.changed(at) || run.is_zero(at) {
        return Ok(());
    }
    let (on, score) = (on(run, at), run.score(at));
    let words = match run.graded.threshold() {
        Some(threshold) => format!(
            "{on} y⟨w, x⟩ is {}, below the threshold {}, but your learner did not update",
            number(run.margin(at)),
            number(threshold)
        ),
        None if score == 0.0 && run.graded.ties() == Ties::Mistake => {
            let predicted = i64::from(run.answers.predictions[at]);
            let right = predicted == run.exercise.shown[at].1.sign();
            let hint = if right {
                ", because it predicted right (--ties positive asks for updates on wrong predictions only)"
            } else {
                ""
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

fn rests(run: &GradedRun, at: usize) -> Result<(), Objection> {
    if run.due(at) != ScoreComparison::No || !run.changed(at) {
        return Ok(());
    }
    let on = on(run, at);
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

fn adds(run: &GradedRun, at: usize) -> Result<(), Objection> {
    let (after, expected) = (&run.weights[at + 1], run.updated(at));
    let same = after
        .iter()
        .zip(&expected)
        .all(|(a, b)| run.graded.near(*a, *b));
    if !run.changed(at) || same {
        return Ok(());
    }
    let (on, before) = (on(run, at), vector(&run.weights[at]));
    let words = format!(
        "{on} its weights went from {before} to {}, but by the rule to {}",
        vector(after),
        vector(&expected)
    );
    objection(at, words)
}

/// Compares a learner's updates with those of this program's own run of the rule; the error names the first example on which only one of the two
/// updates. An update on the example 0 changes nothing and is not counted. `None` if rounding leaves some comparison open.
fn same_updates(run: &GradedRun) -> Option<Result<(), Objection>> {
    let ours = run.graded.updates(&run.exercise.sample()?)?;
    // Where rounding leaves a comparison open, either decision is right, and the runs may differ from there on.
    if run
        .showings()
        .any(|at| run.due(at) == ScoreComparison::Open)
    {
        return None;
    }
    let differs = |at: &usize| !run.is_zero(*at) && ours.contains(at) != run.changed(*at);
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
