//! Holds the update rules, one per file: what they compare y⟨w, x⟩ with, and what they add.

mod anti_perceptron;
mod hebb;
mod label_blind;
mod margin_perceptron;
mod normalized_perceptron;
mod one_sided;
mod perceptron;
mod update_always;

use crate::documented::{Declared, family};
use crate::sample::{Label, Rational};

/// What is true of a rule whatever its examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleFacts {
    /// Whether an update is also due where y⟨w, x⟩ equals the threshold.
    pub includes_threshold: bool,
    /// Whether every example shown causes an update.
    pub always_updates: bool,
    /// Whether every example is divided by its norm before the run.
    pub normalizes: bool,
    /// Whether the rule is wrong on purpose, for controls.
    pub is_mutant: bool,
}

impl RuleFacts {
    /// The facts of a rule of which none of them is true.
    pub const NONE: Self = Self {
        includes_threshold: false,
        always_updates: false,
        normalizes: false,
        is_mutant: false,
    };
}

/// An update rule, as the learning loop uses it.
pub trait LearningRule: Declared {
    /// What is true of the rule whatever its examples.
    fn facts(&self) -> RuleFacts {
        RuleFacts::NONE
    }

    /// Threshold: an update is due if y⟨w, x⟩ is strictly below it; `None` for rules that update on mistakes.
    fn threshold(&self) -> Option<&Rational> {
        None
    }

    /// Returns the multiple of step·x that is added on an example with this label: y, except for mutants.
    fn factor(&self, label: Label) -> i64 {
        label.sign()
    }

    /// Step size: an update adds step·y·x.
    fn step(&self) -> Rational {
        Rational::one()
    }
}

family! {
    /// An update rule with its parameters, as `rule = { NAME = { … } }` in a variant.
    pub enum Rule: LearningRule as RuleKind {
        Perceptron in perceptron,
        NormalizedPerceptron in normalized_perceptron,
        MarginPerceptron in margin_perceptron,
        Hebb in hebb,
        AntiPerceptron in anti_perceptron,
        LabelBlind in label_blind,
        UpdateAlways in update_always,
        OneSided in one_sided,
    }
}

impl Rule {
    /// The rule of this name with the values that its keys have when they are left out; `None` for no name of a rule.
    pub fn named(name: &str) -> Option<Self> {
        serde_json::from_value(serde_json::json!({ name: {} })).ok()
    }
}
