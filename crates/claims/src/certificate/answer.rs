//! Holds the result of checking a certificate: valid, or the field that is refused and why; and what was decided about one example.

use serde::Serialize;

/// The result of checking a certificate: valid, valid except for the order of the examples, or a field that is wrong or cannot be decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum CheckResult {
    /// Every field is right, and showing the examples in the order of the spec produces the certified run.
    Valid {
        /// How the order of the examples was repeated, in words, with the numbers of examples shown and passes.
        order: String,
    },
    /// Every field is right, but whether the order of the spec produces the certified run was checked only in part, or not at all.
    OrderNotChecked {
        /// The part of the order that was not checked, and the reason.
        why: String,
    },
    /// A field of the certificate is wrong.
    Refused {
        /// The name of the certificate's field, with the position if it is a list: `updates[3]`.
        field: String,
        /// What is wrong with the field.
        why: String,
    },
    /// Every field before this one is right, but exact and f64 arithmetic decide differently whether the example is a mistake or calls for an update.
    RoundingDependent {
        /// The name of the certificate's field, with the position if it is a list: `updates[3]`.
        field: String,
        /// The index of the example whose score is in question.
        example: usize,
        /// The scores in exact and in f64 arithmetic, in words.
        why: String,
    },
    /// The sign of the example's score stays open, even with 1/‖x‖ enclosed to 512 binary digits; this happens only for the normalized rule.
    Undecided {
        /// The name of the certificate's field, with the position if it is a list: `updates[3]`.
        field: String,
        /// The index of the example whose score is in question.
        example: usize,
    },
}

pub(super) fn refused<T>(
    field: impl Into<String>,
    why: impl Into<String>,
) -> Result<T, CheckResult> {
    Err(CheckResult::Refused {
        field: field.into(),
        why: why.into(),
    })
}

pub(super) fn require(
    holds: bool,
    field: &str,
    why: impl FnOnce() -> String,
) -> Result<(), CheckResult> {
    if holds { Ok(()) } else { refused(field, why()) }
}

/// The decisions that follow from the score of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoreDecision {
    /// Whether the prediction on the example is wrong.
    pub mistake: bool,
    /// Whether the score is below the rule's threshold; for a rule without a threshold, whether the prediction is wrong.
    pub margin_mistake: bool,
    /// Whether the rule calls for an update on the example.
    pub due: bool,
}

pub(super) fn rounding_dependent<T>(
    field: &str,
    example: usize,
    why: String,
) -> Result<T, CheckResult> {
    Err(CheckResult::RoundingDependent {
        field: field.to_owned(),
        example,
        why,
    })
}
