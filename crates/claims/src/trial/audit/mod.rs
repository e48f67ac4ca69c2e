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

/// Selects the trials whose columns are recomputed by other code. The index of the replicate decides, never chance, so that no byte of a correct row
/// depends on the audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audit {
    /// Audit all trials: in quick runs, and in debug builds.
    Always,
    /// Audit the trials of one replicate in 64: in full runs.
    Sampled,
    /// Audit no trial.
    Off,
}

impl Audit {
    /// The setting for full runs: one replicate in 64, or all of them in debug builds.
    pub const FULL: Self = if cfg!(debug_assertions) {
        Self::Always
    } else {
        Self::Sampled
    };

    /// Whether the trials of the replicate with this index are audited.
    pub fn covers(self, replicate: u64) -> bool {
        match self {
            Self::Always => true,
            Self::Sampled => replicate.is_multiple_of(64),
            Self::Off => false,
        }
    }
}

/// Returns, in words, the first identity between the columns of a row and its sample and run that is broken; `None` if every identity holds.
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

/// Returns the sample as the row's learner sees it, which is the one whose radius and margins the row holds; `None` if that view has no finite form.
pub(super) fn viewed_sample<'a>(
    row: &Row,
    sample: &'a Sample,
) -> Result<Option<Cow<'a, Sample>>, OutOfRange> {
    let drawn = sample.features.dimension();
    let view = row.setting().view().filter(|view| view.fits(drawn));
    view.map(|view| view.show(sample)).transpose()
}
