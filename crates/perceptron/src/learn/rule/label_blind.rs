//! Updates without the label: a mutant that invariants and bounds must catch.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;
use crate::sample::Label;

documented! {
    name = "label-blind";
    /// A mutant: on a mistake, add x, whatever the label.
    ///
    /// # Formula
    /// If y⟨w, x⟩ ≤ 0 then w ← w + x.
    /// # Source
    /// Not a learner of the notes: control N17 of docs/theory.md, section 6.
    /// # Examples
    /// ```toml
    /// rule = { label-blind = {} }
    /// ```
    pub struct LabelBlind {}
}

impl LearningRule for LabelBlind {
    fn factor(&self, _: Label) -> i64 {
        1
    }

    fn facts(&self) -> RuleFacts {
        RuleFacts {
            is_mutant: true,
            ..RuleFacts::NONE
        }
    }
}
