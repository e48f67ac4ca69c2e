//! Names the two independent tie conventions: whether a score of zero calls for an update, and how a test example with that score is counted.

use super::Label;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use strum::IntoStaticStr;

/// How a learner treats a tie, y⟨w, x⟩ = 0: as a mistake that calls for an update, or not.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Ties {
    /// A tie, y⟨w, x⟩ = 0, is a mistake (LE in docs/theory.md).
    Mistake,
    /// sign(0) = +1, so a tie is a mistake on negative examples only (PLUS in docs/theory.md).
    Positive,
    /// Wrong on purpose, for controls (LT): an update needs y⟨w, x⟩ < 0, while predictions, and so mistakes, follow sign(0) = +1.
    Strict,
}

crate::documented::choice!(Ties);

/// How a test example with ⟨w, x⟩ = 0 is scored.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum TestTies {
    /// A test example with score 0 counts as an error.
    Mistake,
    /// A score of 0 predicts +1: an error on negative test examples only.
    Positive,
    /// A score of 0 predicts −1: an error on positive test examples only.
    Negative,
    /// A test example with score 0 counts as half an error.
    Half,
}

crate::documented::choice!(TestTies);

impl Ties {
    /// Whether a prediction is a mistake, given how `margin` = y⟨w, x⟩ compares with zero, and the label y.
    pub fn is_mistake(self, margin: Ordering, label: Label) -> bool {
        match margin {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self == Self::Mistake || label == Label::Negative,
        }
    }

    /// Whether an example calls for an update, given how `margin` = y⟨w, x⟩ compares with zero: if it is a mistake, but under `strict` only below
    /// zero.
    pub fn is_due(self, margin: Ordering, label: Label) -> bool {
        if self == Self::Strict {
            margin == Ordering::Less
        } else {
            self.is_mistake(margin, label)
        }
    }

    /// The name in specs and result rows.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl TestTies {
    /// The zero-one loss, in halves (0, 1 or 2), of a test example with this label whose score has this sign.
    ///
    /// # Examples
    /// ```
    /// use perceptron::sample::{Label, TestTies};
    /// use std::cmp::Ordering;
    /// assert_eq!(TestTies::Positive.half_mistakes(Label::Negative, Ordering::Equal), 2);
    /// assert_eq!(TestTies::Half.half_mistakes(Label::Negative, Ordering::Equal), 1);
    /// assert_eq!(TestTies::Mistake.half_mistakes(Label::Negative, Ordering::Less), 0);
    /// ```
    pub fn half_mistakes(self, label: Label, score: Ordering) -> u8 {
        let correct = match label {
            Label::Positive => Ordering::Greater,
            Label::Negative => Ordering::Less,
        };
        match self {
            _ if score != Ordering::Equal => 2 * u8::from(score != correct),
            Self::Mistake => 2,
            Self::Positive => 2 * u8::from(label == Label::Negative),
            Self::Negative => 2 * u8::from(label == Label::Positive),
            Self::Half => 1,
        }
    }

    /// The risk (probability of an error) of a hypothesis whose score is always zero, where `prior` is the probability of the label +1.
    pub fn risk_of_zero(self, prior: f64) -> f64 {
        match self {
            Self::Mistake => 1.0,
            Self::Positive => 1.0 - prior,
            Self::Negative => prior,
            Self::Half => 0.5,
        }
    }

    /// The name in specs and result rows.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
