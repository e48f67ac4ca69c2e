//! Claims the Theorem of Hardt and Recht for the measured leave-one-out error, whose hypotheses are trained on one example fewer.

use super::leave_one_out_risk_bound;
use crate::claim::{Claim, MarginSource, Statement, limits};
use perceptron::documented::documented;

documented! {
    name = "leave-one-out-error-bound";
    /// The expected leave-one-out error of a sample of m = N + 1 independent examples is at most the mistake bound divided by m.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{leave-one-out error}] \le (R^2 + 2\tau/\eta)/(\gamma^2 m)$: $3/(\gamma^2 m)$ for the margin perceptron on unit vectors; $(R/\gamma)^2/m$ for the perceptron; and $\mathbb{E}[\text{leave-one-out error}] = \mathbb{E}[\text{risk trained on } m - 1]$
    /// # Premise
    /// As leave-one-out-risk-bound.
    /// # Source
    /// Hardt and Recht, Theorem, with the Luntz–Brailovsky identity (docs/theory.md: C-H11, C-H13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-error-bound"
    /// ```
    pub struct LeaveOneOutErrorBound {}
}

impl Claim for LeaveOneOutErrorBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let error = limits::leave_one_out_error();
        let limit = leave_one_out_risk_bound::limit(margin, limits::sample_size());
        Statement::in_expectation(error, limit)
            .when(leave_one_out_risk_bound::premises(margin))
            .vacuous_from(1)
            // The error is at most the sample's own mistake bound over m on every sample, so also in expectation.
            .permitting_random_limits()
    }
}
