//! Names what a fuzzer is looking for.

use std::fmt;

/// What must not happen, and did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FuzzFinding {
    /// A theorem whose premises held was violated.
    Violated(String),
    /// A trial failed with a fault of the program, at this place.
    TrialPanicked(String),
    /// Something else panicked, at this place.
    Panicked(String),
    /// Rounding left a sign of an exact run open.
    Undecided(String),
    /// It took longer than its budget.
    Slow,
    /// What must change nothing changed something.
    Changed(String),
}

impl fmt::Display for FuzzFinding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violated(claim) => write!(out, "theorem violated: {claim}"),
            Self::TrialPanicked(place) => write!(out, "a trial panicked: {place}"),
            Self::Panicked(place) => write!(out, "panic outside a trial: {place}"),
            Self::Undecided(rule) => write!(out, "an exact trial is undecided: {rule}"),
            Self::Slow => write!(out, "over the time budget"),
            Self::Changed(relation) => write!(out, "relation broken: {relation}"),
        }
    }
}
