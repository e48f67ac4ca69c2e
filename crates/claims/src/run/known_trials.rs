//! Holds trials that are known already, and says whether a run reuses them.

use super::Supplement;
use crate::trial::Block;
use std::sync::Arc;

/// Trials of a cell that an earlier run stored, so that they need not be run again.
#[derive(Debug)]
pub struct ReusableTrials {
    /// The stored trials of consecutive replicates.
    pub block: Block,
    /// The variants and measurements of the spec that these trials lack. If set, the block has the variants and columns of the earlier run;
    /// otherwise, those of the spec.
    pub lacks: Option<Arc<Supplement>>,
}

/// Use of the trials that an earlier run stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReusePolicy {
    /// Reuse all stored trials, and run those that are missing.
    Kept,
    /// Run replicates with a failed trial again, reuse all other stored trials, and run those that are missing.
    FailuresRetried,
    /// Run nothing: use the stored trials only, and report which replicates are missing.
    Only,
}
