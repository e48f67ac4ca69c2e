//! Reduces one trial, or a pair of trials on one sample, to a case of a claim.

use super::comparison::{Comparison, compare, sharp_sides};
use crate::claim::{Enclosure, OneTrial, StatedClaim};
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
    /// Rounding errors left the sign of a score ⟨w, x⟩ open, so the run is not known for certain, or they left open how observed value and limit
    /// compare.
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
    /// The bound that the observed value can never exceed (for a lower limit: never fall below); `None` if none is known.
    pub trivial: Option<Quantity>,
    /// Whether an observed value that equals the limit counts as one that exceeds it.
    pub equality_is_beyond: bool,
    /// How the two compare, as far as arithmetic tells.
    pub(super) comparison: Comparison,
    /// Whether a side that enters a mean is known so coarsely that its enclosure counts and not only its value.
    pub(super) is_coarse: bool,
    /// Both sides with many bits, of a claim about a mean on an outcome of a complete enumeration, if they are formulas that are no fractions.
    pub(super) sharp: Option<[Enclosure; 2]>,
}

impl TrialSides {
    /// The ratio observed ÷ limit; `None` if the limit is not above zero.
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.observed.value, self.limit.value)
    }

    /// Whether the observed value exceeds its limit; `None` if rounding leaves that open.
    pub(super) fn exceeds(&self) -> Option<bool> {
        self.comparison.exceeds(self.equality_is_beyond)
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
        let compared = sides.map(|(observed, limit)| compare(claim, rows, observed, limit));
        let is_open = compared
            .as_ref()
            .is_some_and(|compared| compared.is_open(claim));
        let status = match status(claim, rows, compared.is_some()) {
            Status::Complete if is_open => Status::Undecided,
            status => status,
        };
        let sums_up = weight.is_some() && claim.form().is_about_a_mean();
        let numbers = compared.map(|compared| TrialSides {
            sharp: sums_up
                .then(|| sharp_sides(claim, rows, [&compared.observed, &compared.limit]))
                .flatten(),
            vacuous: claim.is_vacuous(rows, &compared.limit),
            trivial: claim.trivial(rows),
            equality_is_beyond: claim.statement.equality_is_beyond,
            observed: compared.observed,
            limit: compared.limit,
            comparison: compared.comparison,
            is_coarse: compared.is_coarse,
        });
        Self {
            status,
            numbers,
            weight,
        }
    }

    /// Whether this case violates a claim about every trial; `None` if the case cannot decide, or if the claim has another form. If a claim bounds a
    /// growing count, a run that was cut off decides once its count is too large. A count that is too small does not decide, because it might have
    /// grown.
    pub fn violates(&self, claim: &StatedClaim) -> Option<bool> {
        let comparison = self.numbers.as_ref()?.comparison;
        let exceeds = || comparison.is_at_most().map(|is_within| !is_within);
        let counts = self.status == Status::Complete;
        let counted = self.status == Status::Capped && claim.statement.counts_up;
        match claim.form().one_trial() {
            OneTrial::Exceeds if counts => exceeds(),
            OneTrial::Differs if counts => comparison.is_equal().map(|is_equal| !is_equal),
            OneTrial::Exceeds | OneTrial::Differs if counted => {
                exceeds().filter(|exceeds| *exceeds)
            }
            OneTrial::Exceeds | OneTrial::Differs => None,
            OneTrial::Shows | OneTrial::Nothing => None,
        }
    }

    /// Whether this case proves a claim that some trial has observed ≤ limit. A run that was cut off does not, because its value might have grown.
    pub fn shows(&self) -> bool {
        let within = |numbers: &TrialSides| numbers.comparison.is_at_most() == Some(true);
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
