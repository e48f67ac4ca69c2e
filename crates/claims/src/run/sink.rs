//! Says what a run needs from outside: earlier trials, a judge, and a place for trials.
//!
//! A run writes to a `TrialSink`. The sink knows the trials that exist already, in any order and with gaps, takes the next ones in order, and says whether
//! an adaptive cell needs more. `study` implements it with the reader and the writer of `store` and a hearing. The file is one flat table: one row
//! per trial in row groups of fixed size, constant columns repeated, an enclosed number in four columns (`risk`, `risk_lower`, `risk_upper`,
//! `risk_exact`), and every parameter of the cell a column. A reader loads only the columns that it is asked for. The format is results version 7.

use super::ReusableTrials;
use crate::trial::Block;
use std::ops::Range;

/// Whether a cell needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplicateDecision {
    /// Some verdict of the cell is still open.
    Continue,
    /// All its verdicts are decided.
    Stop,
}

/// What a run needs from outside: earlier trials, a judge, and a place for trials.
pub trait TrialSink: Send {
    /// What can go wrong with it.
    type Error: Send;

    /// The first known trials of a cell among some replicates, as many as there are without a gap or fewer; `None` if there is none.
    /// Asked cell by cell, and within a cell from the first replicate on.
    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, Self::Error>;

    /// Takes the next trials of a cell, in order; `is_new` says that somebody has just run them.
    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), Self::Error>;

    /// Takes known trials behind those that a cell is asked for, in order, so that they are not lost; nobody judges them, and what they lack is
    /// not run.
    fn keep(&mut self, _cell: usize, _earlier: ReusableTrials) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Whether a cell whose replicates are adaptive needs more of them than it was given.
    fn decide(&mut self, cell: usize) -> ReplicateDecision;
}
