//! Recomputes what a row says along another path than its columns were filled on: identities only, never a theorem.

mod audited;
mod counts;
mod disagreement;
mod enclosure;
mod risk;
mod seen;
#[cfg(test)]
mod tests;
mod vector;

pub(super) use audited::AuditedTrial;

use super::Row;
use perceptron::sample::{OutOfRange, Sample};
use std::borrow::Cow;

/// Which trials are audited. The index of the replicate decides and never chance, so that no byte of a sound row depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audit {
    /// All of them: in quick runs, and where the program is built for debugging.
    Always,
    /// One replicate in 64: in full runs.
    Sampled,
    /// None.
    Off,
}

impl Audit {
    /// What full runs do.
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

/// What is wrong with a row, in words; `None` if every identity holds.
pub(super) fn broken(row: &Row, audited: &AuditedTrial) -> Option<String> {
    // A trial that gave no result has no numbers to be right.
    if row.is_failed() {
        return None;
    }
    let words = enclosure::broken(row)
        .or_else(|| seen::broken(row, audited.seen?))
        .or_else(|| counts::broken(row, audited))
        .or_else(|| vector::broken(row, audited))
        .or_else(|| risk::broken(row, audited))?;
    Some(format!("broken invariant: {words}"))
}

/// The sample whose geometry the row holds: as the learner sees it, and `None` where that cannot be written out.
pub(super) fn seen<'a>(
    row: &Row,
    sample: &'a Sample,
) -> Result<Option<Cow<'a, Sample>>, OutOfRange> {
    let drawn = sample.features.dimension();
    let view = row.setting().view().filter(|view| view.fits(drawn));
    view.map(|view| view.show(sample)).transpose()
}
