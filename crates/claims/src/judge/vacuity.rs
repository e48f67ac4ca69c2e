//! Keeps what the trials say about a limit that no observable value can exceed.

use crate::claim::{StatedClaim, Term};
use crate::trial::Row;

/// The largest limit that stands for 0 up to rounding.
const TOLERANCE: f64 = 1e-6;

/// Whether an observable value could exceed the limit on some trial so far, and whether the limit is known before the run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vacuity {
    /// Whether no observable value could exceed the limit on any trial so far; `None` before the first.
    everywhere: Option<bool>,
    limit_is_known: bool,
}

impl Vacuity {
    pub(super) fn new(claim: &StatedClaim) -> Self {
        Self {
            everywhere: None,
            limit_is_known: !may_vary(claim),
        }
    }

    /// Notes and returns whether the limit is known before the run, given the rows of a trial: nothing that it depends on is drawn.
    pub(super) fn know_limit(&mut self, claim: &StatedClaim, rows: &[Row]) -> bool {
        let terms = [
            Some(&claim.statement.limit),
            claim.statement.trivial.as_ref(),
        ];
        let mut columns = terms.into_iter().flatten().flat_map(Term::reads);
        let is_fixed = columns.all(|column| rows.iter().all(|row| row.setting().fixes(*column)));
        self.limit_is_known = is_fixed || !may_vary(claim);
        self.limit_is_known
    }

    /// Adds a trial on which, if `vacuous`, no observable value exceeds the limit.
    pub(super) fn push(&mut self, vacuous: bool) {
        self.everywhere = Some(self.everywhere.unwrap_or(true) && vacuous);
    }

    /// Whether an observable value could exceed the limit on some trial so far, so that these trials could refute the claim.
    pub(super) fn could_exceed(&self) -> bool {
        self.everywhere != Some(true)
    }

    pub(super) fn limit_is_known(&self) -> bool {
        self.limit_is_known
    }

    /// Whether the smallest limit stands for 0 up to rounding: a number known before the run, so small that only rounding errors stay below it.
    pub(super) fn is_tolerance(&self, limit: Option<f64>) -> bool {
        self.limit_is_known && limit.is_some_and(|limit| limit <= TOLERANCE)
    }
}

/// Whether samples may differ in the limit. A claim about an expectation says so; a claim about single trials, or about a probability of exceeding
/// the limit, always allows it.
fn may_vary(claim: &StatedClaim) -> bool {
    !claim.form().is_about_a_mean() || claim.has_random_limit()
}
