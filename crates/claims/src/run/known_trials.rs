//! Holds trials that are known already, and says whether a run reuses them.

use super::Supplement;
use crate::trial::Block;
use std::sync::Arc;

/// Trials of a cell that are known already.
#[derive(Debug)]
pub struct ReusableTrials {
    /// Replicates without a gap between them.
    pub block: Block,
    /// Variants and measurements that these trials lack compared with the spec. If set, the trials have a design of their own; otherwise, the spec's.
    pub lacks: Option<Arc<Supplement>>,
}

/// Policy of a run towards trials that are known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReusePolicy {
    /// Reuse all known trials, and run the others.
    Kept,
    /// Run again those that failed, reuse the other known trials, and run the rest.
    FailuresRetried,
    /// Run nothing: the known trials are all that is used.
    Only,
}
