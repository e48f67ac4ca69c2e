//! Says in words that a column and another path to its number disagree.

use crate::trial::AnyColumn;
use std::fmt::Display;

/// That a column says one thing, and another path leads to another.
pub(super) fn says(column: AnyColumn, found: impl Display, other: impl Display) -> String {
    format!("{} is {found}, and recomputed {other}", column.name())
}
