//! Counts mistakes with scores of 0 as the tie convention says, also of a learner that predicts something else there.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;

columns! {
    /// Mistakes with scores of 0 counted as `ties` says. For an external learner `mistakes` counts what it predicts wrongly, also at a score of 0; for others
    /// both are equal. Empty for a learner without weights.
    MISTAKES_BY_CONVENTION: u64 = "mistakes_by_convention" in "mistakes";
}

/// Measures the mistakes by the tie convention.
pub(super) struct MistakesByConvention;

impl Measurement for MistakesByConvention {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let counted = match run.variant.process() {
            Some(_) => run.result.mistakes_by_convention,
            None => run.variant.walks().then_some(run.result.counts.mistakes),
        };
        record.set(columns::MISTAKES_BY_CONVENTION, counted);
    }
}
