//! Records why trials do not count for a verdict.

use super::{Case, Status};
use crate::claim::StatedClaim;
use crate::trial::Row;

/// The first reason of each kind why a trial did not count.
#[derive(Debug, Clone, Default)]
pub(super) struct Reasons {
    /// The premise that failed, in words.
    pub(super) failed_premise: Option<String>,
    /// Why a trial that ended well has no value, if the claim gives a reason.
    pub(super) missing: Option<String>,
}

impl Reasons {
    /// Records the reason why this case does not count, if it is the first of its kind; `rows` returns the rows of its trial or pair.
    pub(super) fn add<'r>(
        &mut self,
        claim: &StatedClaim,
        case: &Case,
        rows: impl Fn() -> Vec<Row<'r>>,
    ) {
        match case.status {
            Status::Inapplicable if self.failed_premise.is_none() => {
                let failed = claim.failed_premise(&rows());
                self.failed_premise = failed.map(|premise| premise.label().to_owned());
            }
            Status::Failed if self.missing.is_none() => {
                let rows = rows();
                let has_failed = rows.iter().any(Row::is_failed);
                self.missing = (!has_failed).then(|| claim.missing(&rows)).flatten();
            }
            _ => {}
        }
    }
}
