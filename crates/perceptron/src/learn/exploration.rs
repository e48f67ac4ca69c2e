//! Holds the result of exploring all orders.

use crate::sample::Rational;

/// Result of following every sequence of choices among the examples that call for an update, if that exploration was not cut off.
#[derive(Debug, Clone, PartialEq)]
pub struct Explored {
    /// Number of weight vectors that some sequence of choices reaches.
    pub states: u64,
    /// Number of reached weight vectors at which no example calls for an update, so that a run ends there.
    pub final_vectors: u64,
    /// Number of updates of a shortest run; `None` if no run ends.
    pub updates_min: Option<u64>,
    /// Number of updates of a longest run; `None` if some run never ends.
    pub updates_max: Option<u64>,
    /// Mean number of updates of a run whose every choice is uniform among the examples that call for an update. `None` if some run never ends, or if
    /// the common denominator, which grows without limit over long runs, is longer than 4096 bits.
    pub updates_expected: Option<Rational>,
    /// Index of the example of every update of a longest run, in order; empty if some run never ends.
    pub longest: Vec<usize>,
}
