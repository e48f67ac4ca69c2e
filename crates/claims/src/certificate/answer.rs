//! Holds the result of checking a certificate: valid, or the field that is refused and why.

use serde::Serialize;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum CheckResult {
    /// Every field is right, and the order of the spec produces this run.
    Valid {
        /// How the order was repeated, in words.
        order: String,
    },
    /// Every field is right, but the order was checked only in part, or not at all.
    OrderNotChecked {
        /// The part that was not checked, and why.
        why: String,
    },
    /// A field is wrong.
    Refused {
        /// The field, with its position in a list.
        field: String,
        /// The reason.
        why: String,
    },
    /// Every field before this one is right, but exact and f64 arithmetic decide differently on this score.
    RoundingDependent {
        /// The field, with its position in a list.
        field: String,
        /// The example scored.
        example: usize,
        /// How the two arithmetics differ, in words.
        why: String,
    },
    /// 512 binary digits of 1/‖x‖ do not settle a score.
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
