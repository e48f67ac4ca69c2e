//! Holds the update rules, one per file: what they compare y⟨w, x⟩ with, and what they add.

mod margin_perceptron;
mod normalized_perceptron;
mod perceptron;

pub use margin_perceptron::MarginPerceptron;
pub use normalized_perceptron::NormalizedPerceptron;
pub use perceptron::Perceptron;

use crate::documented::family;
use crate::sample::Rational;

/// What the learning loop asks of a rule.
pub trait LearningRule {
    /// An update is due where y⟨w, x⟩ falls below this (strictly); `None` for rules that update on mistakes.
    fn threshold(&self) -> Option<&Rational> {
        None
    }

    /// What is added is step·y·x.
    fn step(&self) -> Rational {
        Rational::one()
    }

    /// Whether every example is divided by its norm first.
    fn normalizes(&self) -> bool {
        false
    }

    /// The key at fault and what is wrong with it, if anything.
    fn invalid(&self) -> Option<(&'static str, String)> {
        None
    }
}

family! {
    /// An update rule with its parameters, as `rule = { NAME = { … } }` in a variant.
    pub enum Rule: LearningRule {
        Perceptron in perceptron,
        NormalizedPerceptron in normalized_perceptron,
        MarginPerceptron in margin_perceptron,
    }
}

impl LearningRule for Rule {
    fn threshold(&self) -> Option<&Rational> {
        self.member().threshold()
    }

    fn step(&self) -> Rational {
        self.member().step()
    }

    fn normalizes(&self) -> bool {
        self.member().normalizes()
    }

    fn invalid(&self) -> Option<(&'static str, String)> {
        self.member().invalid()
    }
}
