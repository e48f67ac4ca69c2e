//! Holds ranges of replicates, and the summary of a run over them.

use std::ops::Range;

/// The position of a cell in the sweep, from 0, and a range of its replicates.
pub type ReplicateRange = (usize, Range<u64>);

/// How many replicates a run delivered, and which are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSummary {
    /// For each cell, the number of replicates that were delivered to be judged; stored trials beyond the requested ones do not count.
    pub replicates: Vec<u64>,
    /// The requested replicates that were neither run nor stored before, in order; for adaptive cells, the replicates that they need next.
    pub missing: Vec<ReplicateRange>,
}

impl RunSummary {
    /// The summary of a run that has not begun.
    pub fn nothing() -> Self {
        Self {
            replicates: Vec::new(),
            missing: Vec::new(),
        }
    }
}
