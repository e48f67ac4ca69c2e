//! Returns the linear classifier of penalized logistic regression.

use super::penalized::{self, Loss};
use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::{Invalid, documented};
use crate::learn::{Offset, Order, RunResult};
use crate::sample::{OutOfRange, Rational};

documented! {
    name = "logistic-regression";
    /// Logistic regression with a penalty on the length of the weights: labels are taken to have probability 1/(1 + e^−y⟨w, x⟩).
    ///
    /// # Formula
    /// w = argmin ½‖w‖² + C·Σ ln(1 + e^−y⟨w, x⟩).
    /// # Premise
    /// w is within 10⁻⁶·‖w‖ of the minimizer; otherwise the run ends with `undecided`, as for prices so large that rounding hides it. It has no intercept; `offset` adds a constant feature, whose
    /// weight is penalized as the others. At most 4096 features; a run is in floats, and takes time of order N·d² + d³ for each of 10 to 20 steps.
    /// # Source
    /// Cox, Journal of the Royal Statistical Society B 20 (1958) 215–242. scikit-learn's LogisticRegression without an intercept.
    /// # Examples
    /// ```toml
    /// learner = { logistic-regression = { c = "1/10" } }
    /// ```
    pub struct LogisticRegression {
        /// The price C of a loss of 1: an integer, or a fraction or decimal in quotes.
        pub c: Rational as "(0, ∞)" = 1,
    }
}

/// ℓ(m) = ln(1 + e^−m).
struct LogLoss;

impl Loss for LogLoss {
    fn value(&self, margin: f64) -> f64 {
        (-margin).max(0.0) + libm::log1p(libm::exp(-margin.abs()))
    }

    fn slope(&self, margin: f64) -> f64 {
        -1.0 / (1.0 + libm::exp(margin))
    }

    fn curvature(&self, margin: f64) -> f64 {
        let shrunk = libm::exp(-margin.abs());
        shrunk / ((1.0 + shrunk) * (1.0 + shrunk))
    }
}

impl OtherLearning for LogisticRegression {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        penalized::learn(task, &LogLoss, self.c.to_f64())
    }

    fn goes_with(&self, _: &Order, _: &Offset, _: usize) -> Option<Invalid> {
        penalized::invalid(&self.c)
    }

    fn facts(&self) -> LearnerFacts {
        penalized::FACTS
    }
}

#[cfg(test)]
mod tests {
    use super::super::penalized::tests::weights;

    /// One example x = 1 with label +1 has its minimizer where w·(1 + e^w) = C; with w = 1 this is C = 1 + e.
    #[test]
    fn one_example_has_the_minimizer_of_the_formula() {
        let one = "[points]\nexamples = [{ x = [0, 1], y = 1 }]";
        let found = weights(
            "learner = { logistic-regression = { c = \"3.718281828459045\" } }",
            one,
        );
        assert!(
            (found[1] - 1.0).abs() < 1e-6 && found[0] == 0.0,
            "{found:?}"
        );
    }

    #[test]
    fn contradicting_examples_leave_the_vector_zero() {
        let both = "[points]\nexamples = [{ x = [1, 2], y = 1 }, { x = [1, 2], y = -1 }]";
        assert_eq!(
            weights("learner = { logistic-regression = {} }", both),
            [0.0, 0.0]
        );
    }
}
