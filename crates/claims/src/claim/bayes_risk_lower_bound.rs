//! Claims that no hypothesis has a smaller risk than the Bayes classifier.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "bayes-risk-lower-bound";
    /// The expected risk of whatever is learned is at least the Bayes risk of the distribution.
    ///
    /// # Formula
    /// ```text
    /// E[risk] ≥ Bayes risk, Φ(−‖μ‖/σ) for two isotropic Gaussians with equal priors
    /// ```
    /// # Premise
    /// The Bayes risk is known and not zero.
    /// # Source
    /// Bartlett, approximation (theory C-B4, R1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "bayes-risk-lower-bound"
    /// ```
    pub struct BayesRiskLowerBound {}
}

impl Claim for BayesRiskLowerBound {
    fn form(&self) -> Form {
        Form::LowerBound
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
        rows.first()?.risk.map(Quantity::float)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.bayes_risk.map(Quantity::float)
    }

    /// The bound holds for any vector, so also for one that a cap on updates left unfinished.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
