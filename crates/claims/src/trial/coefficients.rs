//! Measures the coefficients of a learner in dual form: their sum and their support.

use super::{Record, columns};
use perceptron::learn::Learned;

/// Fills both columns; nothing for learners that keep a vector.
pub(super) fn measure(record: &mut Record, learned: &Learned) {
    let Some(coefficients) = &learned.coefficients else {
        return;
    };
    let sum = coefficients
        .iter()
        .map(|alpha| alpha.unsigned_abs())
        .sum::<u64>();
    record.set(columns::COEFFICIENTS_SUM, sum);
    let nonzero = coefficients.iter().filter(|&&alpha| alpha != 0).count() as u64;
    record.set(columns::COEFFICIENTS_NONZERO, nonzero);
}
