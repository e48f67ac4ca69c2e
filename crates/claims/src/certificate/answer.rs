//! Holds what the check of a certificate answers: valid, or the field that is refused and why.

use serde::Serialize;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum CheckResult {
    /// Every line holds, and the order that the spec states makes this run.
    Valid {
        /// What was repeated of the order, in words.
        order: String,
    },
    /// Every other line holds, but the order was checked in part only, or not at all.
    OrderNotChecked {
        /// What was not checked, and why.
        why: String,
    },
    /// A line does not hold.
    Refused {
        /// The field, with its position in a list.
        field: String,
        /// What is wrong with it.
        why: String,
    },
    /// Every line before this holds, but exact and f64 arithmetic decide this score differently.
    RoundingDependent {
        /// The field, with its position in a list.
        field: String,
        /// The example scored.
        example: usize,
        /// What the two say.
        why: String,
    },
    /// 512 binary digits of the norms do not settle a score.
    Undecided {
        /// The field, with its position in a list.
        field: String,
        /// The example scored.
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
