//! Defines the interface of a run to earlier trials, a judge and storage.
//!
//! A run writes to a `TrialSink`. The sink knows the trials that exist already, in any order and with gaps, takes the next ones in order, and says
//! whether an adaptive cell needs more. `study` implements it with the reader and the writer of `store` and a `CellJudge`.
//!
//! The file is one flat table with one row per trial, in row groups of fixed size. Constant columns are repeated, an enclosed number takes four
//! columns (`risk`, `risk_lower`, `risk_upper`, `risk_exact`), and every parameter of the cell is a column. A reader loads only the columns that it
//! is asked for. The format is that of `RESULTS_VERSION`.

use super::ReusableTrials;
use crate::trial::Block;
use std::ops::Range;

/// Decision whether an adaptive cell, which runs until its verdicts are decided, needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplicateDecision {
    /// Some verdict of the cell is still undecided.
    Continue,
    /// All verdicts of the cell are decided.
    Stop,
}

/// Interface of a run to its surroundings: it supplies the trials that earlier runs stored, takes new trials to store and judge them, and decides
/// whether an adaptive cell needs more replicates.
pub trait TrialSink: Send {
    /// The error for trials that cannot be read or stored.
    type Error: Send;

    /// Returns the first stored trials of a cell in a range of replicates: as many replicates as follow each other without a gap, or fewer; `None` if
    /// no trial of the range is stored. It is called cell by cell, and within a cell from the first replicate on.
    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, Self::Error>;

    /// Takes the next trials of a cell, in the order of replicates, to store and judge them. `is_new` says that they were run just now, not reused.
    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), Self::Error>;

    /// Takes stored trials of a cell that follow the requested replicates, in order, so that they are not lost. They are not judged, and variants or
    /// measurements that they lack are not added.
    fn keep(&mut self, _cell: usize, _earlier: ReusableTrials) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Decides whether an adaptive cell needs more replicates than were delivered so far.
    fn decide(&mut self, cell: usize) -> ReplicateDecision;
}
