//! Holds the result of exploring all orders.

use crate::sample::Rational;

/// Result of an exploration of all orders that was not cut off.
#[derive(Debug, Clone, PartialEq)]
pub struct Explored {
    /// Number of weight vectors that can be reached.
    pub states: u64,
    /// Number of weight vectors at which no update is due.
    pub final_vectors: u64,
    /// Updates of a shortest run; `None` if no run ends.
    pub updates_min: Option<u64>,
    /// Updates of a longest run; `None` if some run never ends.
    pub updates_max: Option<u64>,
    /// Mean number of updates if each choice is uniform among the examples that call for an update. `None` if some run never ends, or if the common
    /// denominator, which grows without limit over long runs, is longer than 4096 bits.
    pub updates_expected: Option<Rational>,
    /// Examples of the updates of a longest run; empty if some run never ends.
    pub longest: Vec<usize>,
}
