//! Updates on mistakes: the perceptron.

use super::LearningRule;
use crate::documented::documented;

documented! {
    name = "perceptron";
    /// On a mistake, add y·x.
    ///
    /// # Formula
    /// If y⟨w, x⟩ ≤ 0 (ties = "mistake") then w ← w + y·x.
    /// # Source
    /// Bartlett, section 2; Vaughan, Theorem 1; MIT; Urner, Theorem 3.
    /// # Examples
    /// ```toml
    /// rule = { perceptron = {} }
    /// ```
    pub struct Perceptron {}
}

impl LearningRule for Perceptron {}
