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
    /// Every example has the label +1.
    Positive,
    /// Every example has the label −1.
    Negative,
    /// The labels are +1, −1, +1, … in the order of the examples.
    Alternating,
}

crate::documented::choice!(Labels);

impl Labels {
    /// The label of the example with this index, from 0.
    pub fn label(self, index: usize) -> Label {
        match self {
            Self::Positive => Label::Positive,
            Self::Negative => Label::Negative,
            Self::Alternating => Label::of_sign(index.is_multiple_of(2)),
        }
    }

    /// The labels of the first `count` examples, in order.
    pub fn list(self, count: usize) -> Vec<Label> {
        (0..count).map(|index| self.label(index)).collect()
    }
}

/// Returns a function that maps a label to itself, or to its opposite with probability `rate`, independently at each call.
pub(super) fn flips(mut coins: Stream, rate: f64) -> impl FnMut(Label) -> Label {
    move |label| {
        if coins.uniform() < rate {
            label.opposite()
        } else {
            label
        }
    }
}
