//! Holds ranges of replicates, and the summary of a run over them.

use std::ops::Range;

/// Replicates of a cell, which is given by its position in the sweep.
pub type ReplicateRange = (usize, Range<u64>);

/// Summary of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSummary {
    /// Number of replicates of each cell, without those that were only kept.
    pub replicates: Vec<u64>,
    /// Requested replicates that were not run, in order; for adaptive cells, the replicates that they need next.
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
