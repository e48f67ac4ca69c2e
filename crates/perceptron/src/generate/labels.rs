//! Holds the fixed labelings that several constructions share, and flips labels at random.

use crate::sample::Label;
use crate::seed::Stream;

/// How the examples of a construction are labelled.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Labels {
    /// All +1.
    Positive,
    /// All −1.
    Negative,
    /// +1, −1, +1, …
    Alternating,
}

crate::documented::choice!(Labels);

impl Labels {
    /// The label of one example.
    pub fn label(self, index: usize) -> Label {
        match self {
            Self::Positive => Label::Positive,
            Self::Negative => Label::Negative,
            Self::Alternating => Label::of_sign(index.is_multiple_of(2)),
        }
    }

    /// The labels of the first `count` examples.
    pub fn list(self, count: usize) -> Vec<Label> {
        (0..count).map(|index| self.label(index)).collect()
    }
}

/// The default labelling of the constructions.
pub(super) fn positive() -> Labels {
    Labels::Positive
}

/// Returns a function that flips each label independently with probability `rate`.
pub(super) fn flips(mut coins: Stream, rate: f64) -> impl FnMut(Label) -> Label {
    move |label| {
        if coins.uniform() < rate {
            label.opposite()
        } else {
            label
        }
    }
}
