//! Measures the coefficients of a learner in dual form: their sum and their support.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Hypothesis, Learner, RunResult};
use perceptron::sample::Rational;

columns! {
    /// Sum of |α_i| of a learner that keeps one coefficient per example.
    COEFFICIENTS_SUM: u64 = "coefficients_sum" in "updates";
    /// Number of coefficients that are not zero.
    COEFFICIENTS_NONZERO: u64 = "coefficients_nonzero" in "examples";
    /// The largest |coordinate| of w − Σ α_i x_i, w the vector of the learning loop on the same random draws, in units of the step; empty for kernels
    /// and floats.
    COEFFICIENTS_RESIDUAL: Rational = "coefficients_residual" in "norm";
}

/// Measures the coefficients α_i of a dual learner, and how far Σ α_i x_i is from the weight vector of the learning loop.
pub(super) struct Coefficients;

impl Measurement for Coefficients {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        measure(record, run.result);
        if let Some(learner) = run.learner {
            compare(record, learner, run.result);
        }
    }
}

/// Fills the columns of Σ |α_i| and of the number of nonzero α_i; does nothing for learners that keep a weight vector instead of coefficients.
fn measure(record: &mut Record, learned: &RunResult) {
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

/// Fills the column `coefficients_residual`: the largest difference between Σ α_i x_i and the weight vector of the learning loop on the same random
/// draws.
fn compare(record: &mut Record, learner: &Learner, learned: &RunResult) {
    let is_combination = learned
        .hypothesis
        .as_ref()
        .is_some_and(|h| h.linear().is_some());
    if !record.wants(columns::COEFFICIENTS_RESIDUAL) || !is_combination {
        return;
    }
    if let Some(coefficients) = &learned.coefficients {
        record.set(
            columns::COEFFICIENTS_RESIDUAL,
            residual(learner, coefficients),
        );
    }
}

/// Returns the largest |coordinate| of w − Σ α_i x_i in units of the step, w the weight vector of the learning loop; `None` for floats.
fn residual(learner: &Learner, coefficients: &[i64]) -> Option<Rational> {
    let features = learner.features();
    let run = learner.run_the_loop();
    let linear = run.hypothesis.as_ref().and_then(Hypothesis::linear)?;
    let mut rest: Vec<i128> = linear
        .integers
        .as_ref()?
        .iter()
        .map(|&w| w.into())
        .collect();
    for (example, &alpha) in coefficients.iter().enumerate() {
        let row = features.integer_row(example)?;
        rest.iter_mut()
            .zip(row)
            .for_each(|(w, x)| *w -= i128::from(alpha) * i128::from(x));
    }
    let largest = rest.into_iter().map(i128::abs).max()?;
    Some(&Rational::from(largest) * &features.unit())
}
