//! Updates on every example shown: a mutant that invariants and bounds must catch.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;

documented! {
    name = "update-always";
    /// A mutant: add y·x on every example shown, mistaken or not.
    ///
    /// # Formula
    /// w ← w + y·x for every example.
    /// # Premise
    /// The run never has a clean pass: it ends with the stream or at a number of updates.
    /// # Source
    /// Not a learner of the notes: control N17 of docs/theory.md, section 6.
    /// # Examples
    /// ```toml
    /// rule = { update-always = {} }
    /// ```
    pub struct UpdateAlways {}
}

impl LearningRule for UpdateAlways {
    fn facts(&self) -> RuleFacts {
        RuleFacts {
            always_updates: true,
            is_mutant: true,
            ..RuleFacts::NONE
        }
    }
}
