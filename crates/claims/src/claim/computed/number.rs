//! Defines a number that a function computes from a trial.

use crate::stats::Interval;
use crate::trial::{AnyColumn, Row};
use perceptron::sample::Quantity;
use std::fmt;

/// A number that a function computes from the columns of a trial or of a pair, and from the numbers in parentheses after its name.
pub(in crate::claim) struct Computed {
    /// The name by which formulas use the number.
    pub name: &'static str,
    /// Description of the number, in words that follow its name.
    pub about: &'static str,
    /// Number of arguments in parentheses.
    pub arguments: usize,
    /// The columns that the function reads.
    pub reads: &'static [AnyColumn],
    /// Whether the function reads the second of two trials.
    pub is_of_pairs: bool,
    /// The column that figures draw in its place.
    pub column: Option<AnyColumn>,
    /// An interval that holds every value.
    pub range: Interval,
    /// The function; `None` where the number is missing.
    pub of: fn(&[Row], &[Quantity]) -> Option<Quantity>,
}

impl Computed {
    /// A number of one trial without arguments.
    pub(super) const fn new(
        name: &'static str,
        about: &'static str,
        reads: &'static [AnyColumn],
        of: fn(&[Row], &[Quantity]) -> Option<Quantity>,
    ) -> Self {
        Self {
            name,
            about,
            arguments: 0,
            reads,
            is_of_pairs: false,
            column: None,
            range: Interval::UNBOUNDED,
            of,
        }
    }

    /// Returns this number, known to lie between 0 and 1.
    pub(super) const fn within_unit(self) -> Self {
        Self {
            range: Interval::UNIT,
            ..self
        }
    }
}

impl PartialEq for Computed {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Computed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// 1 for a fact that is true, 0 for one that is false.
pub(super) fn flag(fact: bool) -> Quantity {
    Quantity::count(u64::from(fact))
}
