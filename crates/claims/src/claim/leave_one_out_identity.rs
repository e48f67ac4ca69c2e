//! Claims that the leave-one-out error is an unbiased estimate of the risk with one example fewer.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "leave-one-out-identity";
    /// The expected leave-one-out error on N examples is the expected risk after N − 1 examples, for every learner that treats positions alike.
    ///
    /// # Formula
    /// ```text
    /// E[leave_one_out_error on N] = E[risk of the hypothesis trained on N − 1]
    /// ```
    /// # Premise
    /// iid; an order that is no list of positions. The second side is the run without the last example; no margin, no convergence and no bound is needed.
    /// # Source
    /// Luntz and Brailovsky 1969; the identity behind Hardt and Recht's theorem (theory C-H13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-identity"
    /// ```
    pub struct LeaveOneOutIdentity {}
}

impl Claim for LeaveOneOutIdentity {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "Luntz and Brailovsky 1969"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Iid, Premise::PositionFree]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::LeaveOneOut, Measure::RiskWithoutLast]
    }

    /// Errors are whole or half, so their share is a fraction.
    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        let errors = Quantity::exact(Rational::from_float(row.leave_one_out_errors?));
        Some(errors.over(&limits::sample_size(row)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        row.risk_without_last_exact
            .clone()
            .map(Quantity::exact)
            .or_else(|| row.risk_without_last.map(Quantity::float))
    }

    /// Both sides are measured on the same sample.
    fn permits_random_limit(&self) -> bool {
        true
    }

    fn limit_is_measured(&self) -> bool {
        true
    }
}
