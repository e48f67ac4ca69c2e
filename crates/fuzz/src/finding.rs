//! Names the findings of a fuzzer.

use std::fmt;

/// A fault that a fuzzer found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FuzzFinding {
    /// A theorem whose premises held was violated.
    Violated(String),
    /// A trial failed with a panic at this source location.
    TrialPanicked(String),
    /// Something else panicked at this source location.
    Panicked(String),
    /// Rounding left a sign undecided in an exact run.
    Undecided(String),
    /// The spec took longer than its time budget.
    Slow,
    /// A change that must have no effect had one.
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
