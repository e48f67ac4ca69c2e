//! Claims that the dual form has no more coefficients than updates, or examples.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "coefficients-support-bound";
    /// In dual form, the coefficients that are not zero are no more than the updates, and no more than the examples.
    ///
    /// # Formula
    /// #{i : α_i ≠ 0} ≤ min(t, n)
    /// # Premise
    /// A learner that keeps coefficients.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 (theory C-B11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "coefficients-support-bound"
    /// ```
    pub struct CoefficientsSupportBound {}
}

impl Claim for CoefficientsSupportBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, Note after Theorem 2.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Learner(&["dual", "kernel"])]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Coefficients]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.coefficients_nonzero.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        row.updates
            .map(|updates| Quantity::count(updates.min(row.examples)))
    }
}
