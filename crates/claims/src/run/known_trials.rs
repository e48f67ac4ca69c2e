//! Holds trials that are known already, and says how a run goes about them.

use super::Supplement;
use crate::trial::Block;
use std::sync::Arc;

/// Trials of a cell that are known already.
#[derive(Debug)]
pub struct ReusableTrials {
    /// Replicates without a gap between them.
    pub block: Block,
    /// What they lack of the trials of the spec, where they lack something: they are trials of its own design then.
    pub lacks: Option<Arc<Supplement>>,
}

/// How a run goes about trials that are known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReusePolicy {
    /// They stay as they are, and the others are run.
    Kept,
    /// Those that gave no result are run again, and the others are run.
    FailuresRetried,
    /// They are all there is: nothing is run.
    Only,
}
