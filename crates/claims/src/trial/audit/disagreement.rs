//! Writes the message that a column and its recomputed value disagree.

use crate::trial::AnyColumn;
use std::fmt::Display;

/// Message that a column has one value and the recomputation gives another.
pub(super) fn mismatch(column: AnyColumn, found: impl Display, other: impl Display) -> String {
    format!("{} is {found}, and recomputed {other}", column.name())
}
