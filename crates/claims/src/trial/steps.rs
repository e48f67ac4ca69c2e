//! Fills the columns of what single updates did.

use super::{Record, columns};
use perceptron::learn::RunResult;
use perceptron::sample::Features;

/// Fills them where they were watched.
pub(super) fn describe(record: &mut Record, learned: &RunResult, features: &Features) {
    // An update on 0 is a mistake that no vector shows.
    let is_zero = |example| features.row(example).iter().all(|&x| x == 0.0);
    let changes = learned.vector_changes;
    if changes.is_some() && !(0..features.examples()).any(is_zero) {
        record.set(columns::VECTOR_CHANGES, changes);
    }
    let Some(steps) = &learned.steps else { return };
    record.set(columns::SCORE_GAIN, steps.score_gain.clone());
    record.set(columns::SMALL_MARGINS, steps.small_margins);
    record.set(columns::CORRECTING_UPDATES, steps.correcting);
    record.set(
        columns::CORRECTING_UPDATES_EXPECTED,
        steps.correcting_expected,
    );
    record.set(columns::TURNED_FROM_EXAMPLE, steps.turned_from_example);
    record.set(columns::TURNED_FROM_SEPARATOR, steps.turned_from_separator);
}
