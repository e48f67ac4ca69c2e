//! Updates on mistakes with unit vectors: the normalized perceptron.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;

documented! {
    name = "normalized-perceptron";
    /// On a mistake, add y·x/‖x‖: the perceptron on normalized examples.
    ///
    /// # Formula
    /// If y⟨w, x⟩ ≤ 0 then w ← w + y·x/‖x‖.
    /// # Premise
    /// No example is the zero vector. On exact features with unequal norms the run is computed in floats with a derived
    /// error bound per score; a score the bound does not settle makes the trial undecided.
    /// # Source
    /// Vaughan, Theorem 2; docs/theory.md: C-V6, C-V7.
    /// # Examples
    /// ```toml
    /// rule = { normalized-perceptron = {} }
    /// ```
    pub struct NormalizedPerceptron {}
}

impl LearningRule for NormalizedPerceptron {
    fn facts(&self) -> RuleFacts {
        RuleFacts {
            normalizes: true,
            ..RuleFacts::NONE
        }
    }
}
