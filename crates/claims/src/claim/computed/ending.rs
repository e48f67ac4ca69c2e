//! Computes whether a run ends, also for runs that were cut off where that is proved.

use super::number::{Computed, flag};
use crate::trial::{AnyColumn, Row, columns};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};

const REASON: AnyColumn = columns::STOP_REASON.any();
const SEPARABLE: AnyColumn = columns::SEPARABLE.any();

pub(super) static NEVER_ENDS: Computed = Computed::new(
    "never_ends",
    "1 if the run never ends, which of a run that was cut off a certificate or too many updates must prove; 0 if it ended",
    &[
        REASON,
        SEPARABLE,
        columns::UPDATES.any(),
        columns::RADIUS_SQUARED.any(),
        columns::THRESHOLD.any(),
        columns::STEP.any(),
        columns::MAX_MARGIN_SQUARED.any(),
    ],
    never_ends,
)
.within_unit();

fn never_ends(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    match row.stop_reason()? {
        StopReason::CleanPass => Some(flag(false)),
        StopReason::Cycle | StopReason::Never => Some(flag(true)),
        StopReason::UpdateCap => is_endless(row).then(|| flag(true)),
        _ => None,
    }
}

/// Whether a run that was cut off is proved not to end, or has made more updates than any run that ends.
fn is_endless(row: &Row) -> bool {
    let updates = row.quantity(columns::UPDATES.any()).zip(most_updates(row));
    let too_many = updates.is_some_and(|(updates, most)| updates.exceeds(&most));
    is_endless_by_certificate(row) || too_many
}

/// (R² + 2τ/η)/γ², the largest number of updates of a run that ends, for the largest margin γ of the sample; R²/γ² for a rule without a threshold τ.
fn most_updates(row: &Row) -> Option<Quantity> {
    let margin_squared = row.get(columns::MAX_MARGIN_SQUARED)?;
    let slack = match row.get(columns::THRESHOLD) {
        Some(threshold) => {
            let ratio = threshold / row.get(columns::STEP)?;
            &ratio + &ratio
        }
        None => Rational::zero(),
    };
    let radius_squared = row.quantity(columns::RADIUS_SQUARED.any())?;
    let raised = radius_squared.plus(&Quantity::exact(slack));
    (margin_squared.lower > 0.0).then(|| raised.over(margin_squared))
}

/// Whether a certificate proves that the run never ends: a clean pass would be a strict separator, and the sample has no separator.
fn is_endless_by_certificate(row: &Row) -> bool {
    row.copied(columns::SEPARABLE) == Some(false) && row.setting().ends_on_separators_only()
}

pub(super) static ENDS: Computed = Computed::new(
    "ends",
    "1 if the run ended at a clean pass, 0 if it was cut off and provably never would have ended",
    &[REASON, columns::CYCLE_FOUND.any(), SEPARABLE],
    ends,
)
.within_unit();

fn ends(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    if row.stop_reason()? == StopReason::CleanPass {
        return Some(flag(true));
    }
    let proved = is_endless_by_certificate(row) || row.copied(columns::CYCLE_FOUND) == Some(true);
    proved.then(|| flag(false))
}

pub(super) static ENDS_OR_IS_SEPARABLE: Computed = Computed::new(
    "ends_or_is_separable",
    "1 if the run ended at a clean pass, 0 if it was cut off on a sample that no vector separates; missing if it was cut off on another",
    &[REASON, SEPARABLE],
    ends_or_is_separable,
)
.within_unit();

fn ends_or_is_separable(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    match row.stop_reason()? {
        StopReason::CleanPass => Some(flag(true)),
        StopReason::UpdateCap => {
            let separable = row.copied(columns::SEPARABLE)?;
            (!separable).then(|| flag(false))
        }
        _ => None,
    }
}

pub(super) static COMES_BACK: Computed = Computed::new(
    "comes_back",
    "1 if the run returned to an earlier weight vector, 0 if it ended without; missing if it was cut off, because it might have returned later",
    &[columns::CYCLE_FOUND.any(), REASON],
    comes_back,
)
.within_unit();

fn comes_back(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    let found = row.copied(columns::CYCLE_FOUND)?;
    let is_open = !found && row.stop_reason() == Some(StopReason::UpdateCap);
    (!is_open).then(|| flag(found))
}
