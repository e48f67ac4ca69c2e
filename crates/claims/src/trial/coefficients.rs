//! Measures the coefficients of a learner in dual form: their sum and their support.

use super::Trial;
use perceptron::learn::Learned;

/// Fills both columns; nothing for learners that keep a vector.
pub(super) fn measure(trial: &mut Trial, learned: &Learned) {
    let Some(coefficients) = &learned.coefficients else {
        return;
    };
    trial.coefficients_sum = Some(coefficients.iter().map(|alpha| alpha.unsigned_abs()).sum());
    trial.coefficients_nonzero =
        Some(coefficients.iter().filter(|&&alpha| alpha != 0).count() as u64);
}
