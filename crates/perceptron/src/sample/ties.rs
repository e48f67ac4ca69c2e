//! Names the two independent tie conventions: whether a score of zero calls for an update, and how a test example with that score is counted.

use super::Label;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use strum::IntoStaticStr;

/// How a learner treats y⟨w, x⟩ = 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Ties {
    /// A tie is a mistake (LE in docs/theory.md).
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
    /// As an error.
    Mistake,
    /// As the prediction +1: an error on negative examples only.
    Positive,
    /// As half an error.
    Half,
}

crate::documented::choice!(TestTies);

impl Ties {
    /// Whether y⟨w, x⟩, compared with zero, is a mistake.
    pub fn is_mistake(self, margin: Ordering, label: Label) -> bool {
        match margin {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self == Self::Mistake || label == Label::Negative,
        }
    }

    /// Whether y⟨w, x⟩, compared with zero, calls for an update: on every mistake, except that `strict` updates below zero only.
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
    /// The loss, in halves (0, 1 or 2), of a score with this sign on an example with this label.
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
            Self::Half => 1,
        }
    }

    /// The risk of a hypothesis whose score is always zero, where `prior` is the probability of the label +1.
    pub fn risk_of_zero(self, prior: f64) -> f64 {
        match self {
            Self::Mistake => 1.0,
            Self::Positive => 1.0 - prior,
            Self::Half => 0.5,
        }
    }

    /// The name in specs and result rows.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
