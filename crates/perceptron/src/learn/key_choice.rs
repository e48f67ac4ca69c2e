//! Describes the choice of one key of a variant, as a spec writes it. A spec turns it into the learner `select` before a variant is made.

use crate::documented::{Shape, Shaped, ValueKind};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A key of a variant, the values to choose from, and the cross validation that chooses.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyChoice {
    /// The path of the key in the variant, such as `rule.margin-perceptron.threshold`.
    pub key: String,
    /// The values, as many as there are configurations.
    pub from: Vec<IgnoredAny>,
    /// The cross validation, such as `3-fold`.
    pub by: String,
}

impl KeyChoice {
    /// The number of parts of the cross validation; `None` if `by` is none.
    pub fn folds(&self) -> Option<u32> {
        let folds = self.by.strip_suffix("-fold")?.parse().ok();
        folds.filter(|folds| *folds >= 2)
    }
}

impl Shaped for KeyChoice {
    fn shape() -> Shape {
        let words =
            "{ key = \"rule.margin-perceptron.threshold\", from = [0, 1, 5], by = \"3-fold\" }";
        Shape::Own(words, &[ValueKind::Table])
    }
}
