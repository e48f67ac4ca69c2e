//! Adds every example shown: Hebb's rule.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;

documented! {
    name = "hebb";
    /// Add y·x on every example shown, right or wrong: w is the sum of the examples, each times its label.
    ///
    /// # Formula
    /// w ← w + y·x for every example.
    /// # Premise
    /// The run never has a clean pass: it ends with the stream, or at a number of passes or updates. An update need not be a mistake, so no mistake
    /// bound of the perceptron applies. Unlike the mutant update-always, which differs only in name, it is not the perceptron made wrong on purpose.
    /// # Source
    /// Hebb 1949; Vallet, Europhysics Letters 8 (1989) 747; docs/theory.md: X9.
    /// # Examples
    /// ```toml
    /// rule = { hebb = {} }
    /// ```
    pub struct Hebb {}
}

impl LearningRule for Hebb {
    fn facts(&self) -> RuleFacts {
        RuleFacts {
            always_updates: true,
            ..RuleFacts::NONE
        }
    }
}
