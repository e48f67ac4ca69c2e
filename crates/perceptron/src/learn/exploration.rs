//! Holds what an exploration of all orders found.

use crate::sample::Rational;

/// What an exploration that was not cut off found.
#[derive(Debug, Clone, PartialEq)]
pub struct Explored {
    /// Vectors that can be reached.
    pub states: u64,
    /// Vectors at which no update is due.
    pub final_vectors: u64,
    /// Updates of a shortest run; `None` if no run ends.
    pub updates_min: Option<u64>,
    /// Updates of a longest run; `None` if some run never ends.
    pub updates_max: Option<u64>,
    /// Mean updates where each choice is uniform among the examples that call for an update; `None` if some run never ends, or if the
    /// common denominator is longer than 4096 bits: over long runs it grows without end.
    pub updates_expected: Option<Rational>,
    /// The examples of a longest run; empty if some run never ends.
    pub longest: Vec<usize>,
}
