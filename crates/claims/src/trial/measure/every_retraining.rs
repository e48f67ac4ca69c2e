//! Measures whether every example was left out in a run of its own, for claims that test whether leaving out the others changes nothing.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use super::{geometry, leave_one_out};
use crate::trial::column::columns;
use crate::trial::{AnyColumn, Record};

columns! {
    /// Whether every example was left out in a run of its own.
    RETRAINED_IN_FULL: bool = "retrained_in_full" in "";
}

/// Requires that every example is left out in a run of its own, without a shortcut, and records whether that was done.
pub(super) struct EveryRetraining;

impl Measurement for EveryRetraining {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn reads(&self) -> Option<AnyColumn> {
        Some(leave_one_out::columns::RETRAININGS.any())
    }

    fn fill(&self, record: &mut Record, _: &CompletedRun) {
        let row = record.row();
        let made = row.copied(leave_one_out::columns::RETRAININGS);
        let examples = row.copied(geometry::columns::EXAMPLES);
        let in_full = made.map(|made| examples == Some(made));
        record.set(columns::RETRAINED_IN_FULL, in_full);
    }

    fn retrains(&self) -> bool {
        true
    }

    fn forbids_shortcuts(&self) -> bool {
        true
    }
}
