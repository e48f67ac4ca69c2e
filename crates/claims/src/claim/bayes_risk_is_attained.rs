//! Claims that a hypothesis has the smallest risk of all classifiers.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

/// What two evaluations of the normal distribution function may differ by.
const ROUNDING: f64 = 1e-14;

documented! {
    name = "bayes-risk-is-attained";
    /// The hypothesis has the smallest risk of all classifiers, linear or not.
    ///
    /// # Formula
    /// risk = Bayes risk, both in closed form, within 10⁻¹⁴ each
    /// # Premise
    /// A law whose Bayes risk is known: two Gaussians of one variance. It is true of the direction of the means for equal priors; for others the
    /// best rule has an offset.
    /// # Source
    /// Bartlett, approximation (theory C-B4).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "bayes-risk-is-attained"
    /// ```
    pub struct BayesRiskIsAttained {}
}

impl Claim for BayesRiskIsAttained {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Bartlett, approximation"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::KnownBayesRisk]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .risk
            .map(|risk| Quantity::within(risk, ROUNDING))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?
            .bayes_risk
            .map(|risk| Quantity::within(risk, ROUNDING))
    }
}
