//! Reduces one trial, or a pair of trials on one sample, to a case of a claim.

use crate::claim::{OneTrial, StatedClaim};
use crate::trial::{AnyColumn, Row, columns};
use perceptron::sample::{Quantity, Rational};

/// Status of one trial, or pair of trials on one sample, under a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It counts in full.
    Complete,
    /// The premise fails: it is dropped, and counted as inapplicable.
    Inapplicable,
    /// It was cut off at its cap, so its counts so far are lower limits.
    Capped,
    /// It has no result.
    Failed,
    /// Rounding left the sign of a score open.
    Undecided,
}

/// Both sides of a claim on one trial.
#[derive(Debug, Clone)]
pub struct TrialSides {
    /// The observed value.
    pub observed: Quantity,
    /// The limit, its scale included.
    pub limit: Quantity,
    /// Whether that limit says nothing.
    pub vacuous: bool,
}

impl TrialSides {
    /// observed ÷ limit; `None` if the limit is not above zero.
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.observed.value, self.limit.value)
    }

    /// Whether the observed value exceeds its limit; `None` if rounding leaves that open.
    pub(super) fn exceeds(&self) -> Option<bool> {
        let exceeds = self.observed.exceeds(&self.limit);
        (exceeds == self.may_exceed()).then_some(exceeds)
    }

    /// Whether the observed value exceeds its limit, or rounding leaves that open.
    pub(super) fn may_exceed(&self) -> bool {
        let (observed, limit) = (&self.observed, &self.limit);
        match (&observed.exact, &limit.exact) {
            (Some(observed), Some(limit)) => observed > limit,
            _ => observed.upper > limit.lower,
        }
    }
}

/// observed ÷ limit; `None` if the limit is zero, which no factor moves, or negative, for which a larger ratio is a smaller number.
pub(crate) fn ratio(observed: f64, limit: f64) -> Option<f64> {
    (limit > 0.0).then(|| observed / limit)
}

/// One trial, or pair, under a claim.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its status.
    pub status: Status,
    /// Both sides; missing if the trial lacks one, or if the claim does not apply to it.
    pub numbers: Option<TrialSides>,
    /// Probability in an enumeration.
    pub weight: Option<Rational>,
}

impl Case {
    /// The columns that determine the case of a trial: trials that are equal in them give the same case.
    pub fn reads(claim: &StatedClaim) -> Vec<AnyColumn> {
        let status = [columns::STOP_REASON.any(), columns::WEIGHT.any()];
        let mut reads: Vec<_> = claim.statement.reads().into_iter().chain(status).collect();
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// The case of a claim for the trials of one replicate.
    pub fn of(claim: &StatedClaim, rows: &[Row]) -> Self {
        let weight = rows
            .first()
            .and_then(|row| row.get(columns::WEIGHT))
            .cloned();
        if !claim.speaks_of(rows) {
            return Self {
                status: Status::Inapplicable,
                numbers: None,
                weight,
            };
        }
        let sides = claim.observed(rows).zip(claim.limit(rows));
        let numbers = sides.map(|(observed, limit)| {
            let vacuous = claim.is_vacuous(rows, &limit);
            TrialSides {
                observed,
                limit,
                vacuous,
            }
        });
        Self {
            status: status(claim, rows, numbers.is_some()),
            numbers,
            weight,
        }
    }

    /// Whether it violates a claim about every trial; `None` if it cannot decide, or if the claim has another form. If a claim bounds a growing
    /// count, a run that was cut off already decides once its count is too large. A count that is too small does not decide, because it might have
    /// grown.
    pub fn violates(&self, claim: &StatedClaim) -> Option<bool> {
        let TrialSides {
            observed, limit, ..
        } = self.numbers.as_ref()?;
        let exceeds = || observed.exceeds(limit);
        let counts = self.status == Status::Complete;
        let counted = self.status == Status::Capped && claim.statement.counts_up;
        match claim.form().one_trial() {
            OneTrial::Exceeds if counts => Some(exceeds()),
            OneTrial::Differs if counts => Some(observed.differs(limit)),
            OneTrial::Exceeds | OneTrial::Differs if counted => exceeds().then_some(true),
            OneTrial::Exceeds | OneTrial::Differs => None,
            OneTrial::Shows | OneTrial::Nothing => None,
        }
    }

    /// Whether it is a witness of existence. A run that was cut off is not, because its value might have grown.
    pub fn shows(&self) -> bool {
        let within = |numbers: &TrialSides| !numbers.observed.exceeds(&numbers.limit);
        self.status == Status::Complete && self.numbers.as_ref().is_some_and(within)
    }
}

fn status(claim: &StatedClaim, rows: &[Row], has_numbers: bool) -> Status {
    if rows.iter().any(Row::is_undecided) {
        Status::Undecided
    } else if rows.iter().any(Row::is_failed) || !has_numbers {
        Status::Failed
    } else if rows.iter().any(Row::is_incomplete) && !claim.statement.speaks_of_cut_off_runs {
        Status::Capped
    } else {
        Status::Complete
    }
}
