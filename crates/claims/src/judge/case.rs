//! Reduces one trial, or a pair of trials on one sample, to a case of a claim.

use crate::claim::{OneTrial, StatedClaim};
use crate::trial::{AnyColumn, Row, columns};
use perceptron::sample::{Quantity, Rational};

/// How one trial, or a pair of trials on the same sample, counts for the verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The trial has final numbers and counts in full.
    Complete,
    /// The claim's premise fails on the trial, so it is dropped and counted as inapplicable.
    Inapplicable,
    /// The run was cut off at a cap on updates or work, so its counts are only lower limits of what they would have become.
    Capped,
    /// The trial has no result, or one side of the claim has no value on it.
    Failed,
    /// Rounding errors left the sign of a score ⟨w, x⟩ open, so the run is not known for certain.
    Undecided,
}

/// The two numbers that a claim compares on one trial.
#[derive(Debug, Clone)]
pub struct TrialSides {
    /// The observed value, which the claim bounds.
    pub observed: Quantity,
    /// The limit with which the observed value is compared, multiplied by the claim's factor `scale`.
    pub limit: Quantity,
    /// Whether no observable value can exceed the limit, so that agreement says nothing.
    pub vacuous: bool,
    /// Whether an observed value that equals the limit counts as one that exceeds it.
    pub equality_is_beyond: bool,
}

impl TrialSides {
    /// The ratio observed ÷ limit; `None` if the limit is not above zero.
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.observed.value, self.limit.value)
    }

    /// Whether the observed value exceeds its limit; `None` if rounding leaves that open.
    pub(super) fn exceeds(&self) -> Option<bool> {
        let exceeds = self.certainly_exceeds();
        (exceeds == self.may_exceed()).then_some(exceeds)
    }

    /// Whether the observed value exceeds its limit, whatever rounding leaves open.
    pub(super) fn certainly_exceeds(&self) -> bool {
        match self.equality_is_beyond {
            true => !possibly_exceeds(&self.limit, &self.observed),
            false => self.observed.exceeds(&self.limit),
        }
    }

    /// Whether the observed value exceeds its limit, or rounding leaves that open.
    pub(super) fn may_exceed(&self) -> bool {
        match self.equality_is_beyond {
            true => !self.limit.exceeds(&self.observed),
            false => possibly_exceeds(&self.observed, &self.limit),
        }
    }
}

/// Whether a number exceeds another one, or rounding leaves that open.
fn possibly_exceeds(number: &Quantity, other: &Quantity) -> bool {
    match (&number.exact, &other.exact) {
        (Some(number), Some(other)) => number > other,
        _ => number.upper > other.lower,
    }
}

/// The ratio observed ÷ limit; `None` if the limit is zero, which no factor moves, or negative, for which a larger ratio is a smaller observed value.
pub(crate) fn ratio(observed: f64, limit: f64) -> Option<f64> {
    (limit > 0.0).then(|| observed / limit)
}

/// One trial, or a pair of trials on the same sample, as a claim sees it.
#[derive(Debug, Clone)]
pub struct Case {
    /// How the trial or pair counts for the verdict.
    pub status: Status,
    /// Observed value and limit; `None` if the trial lacks one of them, or if the claim does not apply to it.
    pub numbers: Option<TrialSides>,
    /// Probability of the trial's sample in a complete enumeration; `None` in other cells.
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

    /// Evaluates a claim on the trials of one replicate, which are the rows of one variant or of a pair.
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
                equality_is_beyond: claim.statement.equality_is_beyond,
            }
        });
        Self {
            status: status(claim, rows, numbers.is_some()),
            numbers,
            weight,
        }
    }

    /// Whether this case violates a claim about every trial; `None` if the case cannot decide, or if the claim has another form. If a claim bounds a
    /// growing count, a run that was cut off decides once its count is too large. A count that is too small does not decide, because it might have
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

    /// Whether this case proves a claim that some trial has observed ≤ limit. A run that was cut off does not, because its value might have grown.
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
