//! Updates on one of both labels only: a mutant that invariants and bounds must catch.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;
use crate::sample::Label;

documented! {
    name = "one-sided";
    /// A mutant: on a mistake, add x if the label is +1, and nothing otherwise, as a learner that forgets to handle the label −1.
    ///
    /// # Formula
    /// If y⟨w, x⟩ ≤ 0 then w ← w + x where y = +1, and w stays where y = −1, which counts as an update all the same.
    /// # Source
    /// Not a learner of the notes: `if y == 1` in place of `if y != prediction` is a frequent mistake.
    /// # Examples
    /// ```toml
    /// rule = { one-sided = {} }
    /// ```
    pub struct OneSided {}
}

impl LearningRule for OneSided {
    fn factor(&self, label: Label) -> i64 {
        i64::from(label == Label::Positive)
    }

    fn facts(&self) -> RuleFacts {
        RuleFacts {
            is_mutant: true,
            ..RuleFacts::NONE
        }
    }
}
