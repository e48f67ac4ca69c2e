//! Updates away from the label: a mutant that invariants and bounds must catch.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;
use crate::sample::Label;

documented! {
    name = "anti-perceptron";
    /// A mutant: on a mistake, subtract y·x.
    ///
    /// # Formula
    /// If y⟨w, x⟩ ≤ 0 then w ← w − y·x.
    /// # Source
    /// Not a learner of the notes: control N17 (anti-Hebb) of docs/theory.md, section 6.
    /// # Examples
    /// ```toml
    /// rule = { anti-perceptron = {} }
    /// ```
    pub struct AntiPerceptron {}
}

impl LearningRule for AntiPerceptron {
    fn factor(&self, label: Label) -> i64 {
        -label.sign()
    }

    fn facts(&self) -> RuleFacts {
        RuleFacts {
            is_mutant: true,
            ..RuleFacts::NONE
        }
    }
}
