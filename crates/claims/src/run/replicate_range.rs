//! Holds stretches of replicates, and what a run over them came to.

use std::ops::Range;

/// Replicates of a cell, by its place in the sweep.
pub type ReplicateRange = (usize, Range<u64>);

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSummary {
    /// Replicates that each cell has, without those that were only kept.
    pub replicates: Vec<u64>,
    /// What was asked for and not run, in order; of cells whose replicates are adaptive, what they need next.
    pub missing: Vec<ReplicateRange>,
}

impl RunSummary {
    /// A run that has not begun.
    pub fn nothing() -> Self {
        Self {
            replicates: Vec::new(),
            missing: Vec::new(),
        }
    }
}
