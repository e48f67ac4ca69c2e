//! Tells how trials ended, from the column with the reason why they stopped.

use super::{Batch, Block, ColumnValue, Row, columns};
use perceptron::learn::StopReason;

impl Row<'_> {
    /// The reason why the trial's run stopped; `None` if no learner ran.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.copied(columns::STOP_REASON)
    }

    /// Whether the run ended because a full scan of the sample found no example to update on.
    pub fn ended_cleanly(&self) -> bool {
        self.stop_reason() == Some(StopReason::CleanPass)
    }

    /// Whether the trial's run was cut off or failed, so that its counts are not final.
    pub fn is_incomplete(&self) -> bool {
        self.is_failed() || self.stop_reason().is_some_and(StopReason::is_cut_off)
    }

    /// Whether the trial has no result: it stopped with an error, exceeded the time limit, or exact integers left their range.
    pub fn is_failed(&self) -> bool {
        self.stop_reason().is_some_and(StopReason::is_failure)
    }

    /// Whether the run stopped because rounding left the sign of a score open.
    pub fn is_undecided(&self) -> bool {
        self.stop_reason() == Some(StopReason::Undecided)
    }
}

impl Batch {
    /// Whether some trial of the batch has no result.
    pub(crate) fn has_failures(&self) -> bool {
        self.stopped(StopReason::is_failure)
    }

    /// Whether some trial of the batch stopped for a reason that satisfies the predicate.
    fn stopped(&self, is_such: impl Fn(StopReason) -> bool) -> bool {
        let reasons = self.values(columns::STOP_REASON.any());
        let mut known = reasons.and_then(StopReason::of).into_iter().flatten();
        known.any(|reason| reason.is_some_and(&is_such))
    }
}

impl Block {
    /// The trials of the block that stopped for a reason that satisfies the predicate, replicate by replicate.
    pub fn stopped(
        &self,
        is_such: impl Fn(StopReason) -> bool + Copy,
    ) -> impl Iterator<Item = Row<'_>> {
        let mut batches = self.batches.iter();
        let any = batches.any(|batch| batch.stopped(is_such));
        let all = any.then(|| self.all()).into_iter().flatten();
        all.filter(move |row| row.stop_reason().is_some_and(is_such))
    }
}
