//! Tells whether a verdict rests on an informative trial.

use claims::claim::StatedClaim;
use claims::judge::{Case, Status, TrialSides};
use claims::trial::{Block, Row, columns};

/// Whether some trial of a block, for the variants at the indices `places`, is informative about a claim: complete, its limit not vacuous and not
/// 0/0. For a claim that a count is 0, a trial with updates is informative.
pub fn has_evidence(claim: &StatedClaim, block: &Block, places: &[usize]) -> bool {
    let trials = (0..block.len()).filter_map(|place| block.rows(place, places));
    trials
        .into_iter()
        .any(|rows| rows_have_evidence(claim, &rows))
}

/// Whether one trial, given as a row for each variant of the claim, is informative: complete, its limit not vacuous and not 0/0.
pub fn rows_have_evidence(claim: &StatedClaim, rows: &[Row]) -> bool {
    let case = Case::of(claim, rows);
    let numbers = case.numbers.filter(|_| case.status == Status::Complete);
    numbers.is_some_and(|numbers| !numbers.vacuous && is_something(claim, &numbers, rows))
}

/// Whether some trial that meets every premise has finished and yet lacks a number that the claim compares, so that the trial cannot decide the
/// claim. `places` are the indices of the claim's variants in the block.
pub fn is_mute(claim: &StatedClaim, block: &Block, places: &[usize]) -> bool {
    let mut trials = (0..block.len()).filter_map(|place| block.rows(place, places));
    trials.any(|rows| {
        let finished = !rows
            .iter()
            .any(|row| row.is_incomplete() || row.is_undecided());
        let case = Case::of(claim, &rows);
        finished && case.status == Status::Failed && case.numbers.is_none()
    })
}

fn is_something(claim: &StatedClaim, numbers: &TrialSides, rows: &[Row]) -> bool {
    let positive = numbers.limit.value > 0.0 || numbers.observed.value > 0.0;
    let claims_zero = claim.statement.limit.reads().is_empty();
    let moved = |row: &Row| {
        row.copied(columns::UPDATES)
            .is_none_or(|updates| updates > 0)
    };
    positive || claims_zero && rows.iter().any(moved)
}
