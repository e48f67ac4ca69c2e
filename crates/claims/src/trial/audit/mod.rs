//! Recomputes the values of a row by code that did not fill its columns. It checks identities only, never a theorem.

mod audited;
mod audited_view;
mod counts;
mod disagreement;
mod enclosure;
mod risk;
#[cfg(test)]
mod tests;
mod vector;

pub(super) use audited::AuditedTrial;

use super::Row;
use perceptron::sample::{OutOfRange, Sample};
use std::borrow::Cow;

/// Selects the trials that are audited. The index of the replicate decides, never chance, so that no byte of a correct row depends on the audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audit {
    /// All trials: in quick runs, and in debug builds.
    Always,
    /// One replicate in 64: in full runs.
    Sampled,
    /// No trial.
    Off,
}

impl Audit {
    /// The audit of full runs.
    pub const FULL: Self = if cfg!(debug_assertions) {
        Self::Always
    } else {
        Self::Sampled
    };

    /// Whether the trials of a replicate are audited.
    pub fn covers(self, replicate: u64) -> bool {
        match self {
            Self::Always => true,
            Self::Sampled => replicate.is_multiple_of(64),
            Self::Off => false,
        }
    }
}

/// Returns the first broken identity of a row, in words; `None` if every identity holds.
pub(super) fn broken(row: &Row, audited: &AuditedTrial) -> Option<String> {
    // A trial without a result has no numbers to check.
    if row.is_failed() {
        return None;
    }
    let words = enclosure::broken(row)
        .or_else(|| audited_view::broken(row, audited.seen?))
        .or_else(|| counts::broken(row, audited))
        .or_else(|| vector::broken(row, audited))
        .or_else(|| risk::broken(row, audited))?;
    Some(format!("broken invariant: {words}"))
}

/// Returns the sample whose geometry the row holds, as the learner sees it; `None` if the learner's view of it cannot be written out.
pub(super) fn viewed_sample<'a>(
    row: &Row,
    sample: &'a Sample,
) -> Result<Option<Cow<'a, Sample>>, OutOfRange> {
    let drawn = sample.features.dimension();
    let view = row.setting().view().filter(|view| view.fits(drawn));
    view.map(|view| view.show(sample)).transpose()
}
