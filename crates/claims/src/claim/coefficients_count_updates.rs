//! Claims that the coefficients of the dual form add up to the number of updates.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "coefficients-count-updates";
    /// In dual form, the absolute values of the coefficients add up to the number of updates.
    ///
    /// # Formula
    /// Σ |α_i| = t, because every update on example i adds y_i to α_i, always the same sign
    /// # Premise
    /// A learner that keeps coefficients. Bartlett's note states Σ |α_i| ≤ t; it is an equality.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 (theory C-B11, E16).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "coefficients-count-updates"
    /// ```
    pub struct CoefficientsCountUpdates {}
}

impl Claim for CoefficientsCountUpdates {
    fn form(&self) -> Form {
        Form::Identity
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
        rows.first()?.coefficients_sum.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }
}
