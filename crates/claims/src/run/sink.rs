//! Defines the interface of a run to earlier trials, a judge and storage.
//!
//! A run writes to a `TrialSink`. The sink knows the trials that exist already, in any order and with gaps, takes the next ones in order, and says
//! whether an adaptive cell needs more. `study` implements it with the reader and the writer of `store` and a `CellJudge`.
//!
//! The file is one flat table with one row per trial, in row groups of fixed size. Constant columns are repeated, an enclosed number takes four
//! columns (`risk`, `risk_lower`, `risk_upper`, `risk_exact`), and every parameter of the cell is a column. A reader loads only the columns that it
//! is asked for. The format is results version 7.

use super::ReusableTrials;
use crate::trial::Block;
use std::ops::Range;

/// Decision whether a cell needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplicateDecision {
    /// Some verdict of the cell is still open.
    Continue,
    /// All its verdicts are decided.
    Stop,
}

/// Interface of a run to earlier trials, a judge and storage.
pub trait TrialSink: Send {
    /// Error of the sink.
    type Error: Send;

    /// Returns the first known trials of a cell in a range of replicates: as many as follow each other without a gap, or fewer; `None` if there are
    /// none. It is called cell by cell, and within a cell from the first replicate on.
    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, Self::Error>;

    /// Takes the next trials of a cell, in order. `is_new` says that they were run just now.
    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), Self::Error>;

    /// Takes known trials that follow the requested ones of a cell, in order, so that they are not lost. They are not judged, and what they lack is
    /// not run.
    fn keep(&mut self, _cell: usize, _earlier: ReusableTrials) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Decides whether an adaptive cell needs more replicates than it was given.
    fn decide(&mut self, cell: usize) -> ReplicateDecision;
}
