//! Names the findings of a fuzzer.

use std::fmt;

/// A fault that fuzzing found in the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FuzzFinding {
    /// The theorem of this name was violated, although its premises held.
    Violated(String),
    /// A trial failed with a panic at this source location.
    TrialPanicked(String),
    /// The program panicked outside a trial, at this source location.
    Panicked(String),
    /// A trial in exact arithmetic ended as if rounding had left a sign undecided; the text names its rule.
    Undecided(String),
    /// Running and judging the spec took longer than its time budget.
    Slow,
    /// The change of this name, which must not affect the results of a spec, affected them.
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
