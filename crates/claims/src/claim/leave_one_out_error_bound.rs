//! Claims the Theorem for the measured leave-one-out error, whose hypotheses are trained on one example less.

use super::{Claim, Form, MarginSource, Premise, leave_one_out_risk_bound};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "leave-one-out-error-bound";
    /// The expected leave-one-out error of a sample of m = N + 1 independent examples is at most the mistake bound divided by m.
    ///
    /// # Formula
    /// ```text
    /// E[leave-one-out error] = E[risk trained on m − 1] ≤ 3/(γ²m) for the margin perceptron on unit vectors; (R/γ)²/m for the
    /// perceptron
    /// ```
    /// # Premise
    /// As leave-one-out-risk-bound.
    /// # Source
    /// Hardt and Recht, Theorem, with the Luntz–Brailovsky identity (theory C-H11, C-H13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-error-bound"
    /// ```
    pub struct LeaveOneOutErrorBound {}
}

impl Claim for LeaveOneOutErrorBound {
    fn form(&self) -> Form {
        Form::InExpectation
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, Theorem; Luntz and Brailovsky"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        leave_one_out_risk_bound::premises(margin)
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        [vec![Measure::LeaveOneOut], margin.measures()].concat()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        let errors = Quantity::exact(Rational::from_float(row.leave_one_out_errors?));
        Some(errors.over(&Quantity::count(row.examples)))
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        leave_one_out_risk_bound::limit(row, margin, row.examples)
    }

    fn trivial_bound(&self, _: &[&Trial]) -> Option<Quantity> {
        Some(Quantity::count(1))
    }

    /// The error is at most the sample's own mistake bound over m on every sample, so also in expectation.
    fn permits_random_limit(&self) -> bool {
        true
    }
}
