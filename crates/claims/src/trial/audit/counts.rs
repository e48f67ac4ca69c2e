//! Audits the counts of a run against its list of updates and against each other.

use super::audited::AuditedTrial;
use super::disagreement::mismatch;
use crate::trial::{Column, Row, columns};

/// Returns, in words, the first count of a row that contradicts the run's list of updates or another count; `None` if none does.
pub(super) fn broken(row: &Row, audited: &AuditedTrial) -> Option<String> {
    let of_run = audited
        .learned
        .and_then(|learned| of_list(row, audited, &learned.updates));
    of_run
        .or_else(|| of_order(row))
        .or_else(|| of_left_out(row))
}

/// Checks the counts of a row against the list of updates (the index of the example of each): its length, its different examples and their positions.
fn of_list(row: &Row, audited: &AuditedTrial, updates: &[usize]) -> Option<String> {
    let mut touched = vec![false; audited.labels.len()];
    for &example in updates {
        match touched.get_mut(example) {
            Some(touched) => *touched = true,
            None => {
                return Some(format!(
                    "an update is on example {example}, which does not exist"
                ));
            }
        }
    }
    let distinct = touched.iter().filter(|touched| **touched).count() as u64;
    let positions = (1..).zip(&touched).filter(|(_, touched)| **touched);
    let positions = positions.map(|(position, _)| position).sum();
    let first = touched.first().copied().unwrap_or(false);
    let [length, examples] = [updates.len() as u64, touched.len() as u64];
    differs(row, columns::EXAMPLES, examples)
        .or_else(|| differs(row, columns::UPDATES, length))
        .or_else(|| differs(row, columns::DISTINCT_MARGIN_MISTAKES, distinct))
        .or_else(|| differs(row, columns::UPDATED_POSITIONS, positions))
        .or_else(|| {
            let found = row.copied(columns::FIRST_EXAMPLE_UPDATED)?;
            let column = columns::FIRST_EXAMPLE_UPDATED.any();
            (found != first).then(|| mismatch(column, found, first))
        })
}

fn differs(row: &Row, column: Column<u64>, count: u64) -> Option<String> {
    let found = row.copied(column)?;
    (found != count).then(|| mismatch(column.any(), found, count))
}

/// Pairs of columns of a row; the first count of each pair cannot exceed the second, because it counts a subset.
const PARTS: [(Column<u64>, Column<u64>); 9] = [
    (columns::MISTAKES, columns::DRAWS),
    (columns::MARGIN_MISTAKES, columns::DRAWS),
    (columns::UPDATES, columns::DRAWS),
    (columns::UPDATES, columns::DRAWS_UNTIL_LAST_UPDATE),
    (columns::DRAWS_UNTIL_LAST_UPDATE, columns::DRAWS),
    (columns::DISTINCT_MARGIN_MISTAKES, columns::UPDATES),
    (columns::DISTINCT_MARGIN_MISTAKES, columns::EXAMPLES),
    (columns::UPDATES_LEFT, columns::EXAMPLES),
    (columns::ZERO_MARGINS, columns::NONPOSITIVE_MARGINS),
];

fn of_order(row: &Row) -> Option<String> {
    PARTS.iter().find_map(|&(part, whole)| {
        let (few, many) = (row.copied(part)?, row.copied(whole)?);
        let names = [part, whole].map(|column| column.any().name());
        (few > many).then(|| format!("{} is {few}, above {} = {many}", names[0], names[1]))
    })
}

/// Checks that the columns of a row satisfy leave_one_out_error · examples = leave_one_out_errors, up to the rounding of one division and one
/// product.
fn of_left_out(row: &Row) -> Option<String> {
    let errors = row.copied(columns::LEAVE_ONE_OUT_ERRORS)?.to_f64();
    let examples = row.copied(columns::EXAMPLES)? as f64;
    let share = row.copied(columns::LEAVE_ONE_OUT_ERROR)?;
    let product = share * examples;
    let equal = (product - errors).abs() <= 2.0 * f64::EPSILON * errors;
    let column = columns::LEAVE_ONE_OUT_ERRORS.any();
    (!equal || errors > examples).then(|| mismatch(column, errors, product))
}
