//! Records why trials do not count for a verdict.

use super::{Case, Status, TrialSides};
use crate::claim::StatedClaim;
use crate::numbers::number;
use crate::trial::Row;

/// The first reason of each kind why a trial did not count.
#[derive(Debug, Clone, Default)]
pub(super) struct Reasons {
    /// The premise that failed, in words.
    pub(super) failed_premise: Option<String>,
    /// Why a trial that ended well has no value, if the claim gives a reason.
    pub(super) missing: Option<String>,
    /// Where the arithmetic was too coarse to compare both sides, if it was.
    pub(super) coarse: Option<String>,
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
            Status::Undecided | Status::Complete if self.coarse.is_none() => {
                let is_coarse =
                    |numbers: &&TrialSides| numbers.is_coarse || case.status == Status::Undecided;
                let numbers = case.numbers.as_ref().filter(is_coarse);
                self.coarse = numbers.and_then(|numbers| coarse(numbers, &rows()));
            }
            _ => {}
        }
    }
}

/// Where the arithmetic was too coarse, with both sides; `None` if rounding left a score of the run open.
fn coarse(numbers: &TrialSides, rows: &[Row]) -> Option<String> {
    let row = rows.first()?;
    let [observed, limit] = [&numbers.observed, &numbers.limit]
        .map(|side| format!("between {} and {}", number(side.lower), number(side.upper)));
    let is_of_run = rows.iter().any(Row::is_undecided);
    (!is_of_run).then(|| {
        format!(
            "the arithmetic is too coarse on {}: observed {observed}, limit {limit}",
            row.address()
        )
    })
}
