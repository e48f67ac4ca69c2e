//! Declares the premises about learners with steps of their own, and about learners whose weight vector is a sum of multiples of examples.

use super::Premise;
use crate::claim::computed::WinnowSetting;
use perceptron::learn::{Arithmetic, LearnerKind, OtherLearner, PassiveAggressiveKind, RuleKind};

/// The learner is passive-aggressive, with steps of this kind.
pub fn passive_aggressive(kind: PassiveAggressiveKind) -> Premise {
    let name: &str = kind.into();
    Premise::setting(format!("learner is passive-aggressive, kind {name}"), move |setting| {
        matches!(setting.learner(), Some(OtherLearner::PassiveAggressive(learner)) if learner.kind == kind)
    })
    .mended_by(format!("`learner` to {{ passive-aggressive = {{ kind = \"{name}\" }} }}"))
}

/// Winnow doubles weights, and its threshold is an integer, so that all scores are integers.
pub fn integer_winnow() -> Premise {
    Premise::setting("α = 2 and θ is an integer", |setting| {
        WinnowSetting::of(setting).is_none_or(|winnow| winnow.doubles_integers())
    })
    .mended_by("`promotion` of winnow to 2, and its `threshold` to an integer")
}

/// The weight vector always is a sum of multiples of the examples shown.
pub fn additive() -> Premise {
    let words = "w is a sum of multiples of the examples shown";
    Premise::setting(words, |setting| {
        let stays = |learner: &OtherLearner| learner.facts().stays_in_span;
        setting.variant.is_some() && setting.learner().is_none_or(stays)
    })
    .mended_by("no `learner`, or `learner` to dual, hinge-sgd or passive-aggressive")
}

/// A score of 0 is computed exactly, in integers or in floats that hold all weights.
pub fn exact_zero_scores() -> Premise {
    let words = "exact arithmetic, or passive-aggressive with its full step";
    Premise::setting(words, |setting| {
        let keeps = |learner: &OtherLearner| learner.facts().keeps_zero_scores;
        setting.arithmetic() == Some(Arithmetic::Exact) || setting.learner().is_some_and(keeps)
    })
    .mended_by("drop `arithmetic = \"f64\"`, or `kind` of passive-aggressive to \"pa\"")
}

/// The learner is the perceptron in dual form, with a number above 0 added to every ⟨x, x⟩.
pub fn lambda_trick() -> Premise {
    let words =
        "rule is perceptron, and learner is dual with a diagonal above 0 and no most_updates";
    Premise::setting(words, |setting| {
        let rule = setting.variant.as_ref().map(|variant| variant.rule.kind());
        let widens = |learner: &OtherLearner| {
            learner.kind() == LearnerKind::Dual && learner.facts().separates_all
        };
        setting.learner().is_some_and(widens) && rule == Some(RuleKind::Perceptron)
    })
    .mended_by("`rule` to perceptron, and `learner` to { dual = { diagonal = 1 } }")
}
