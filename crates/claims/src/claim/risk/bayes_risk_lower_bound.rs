//! Claims that no hypothesis has a smaller risk than the Bayes classifier.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
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
    /// Bartlett, approximation (docs/theory.md: C-B4, R1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "bayes-risk-lower-bound"
    /// ```
    pub struct BayesRiskLowerBound {}
}

impl Claim for BayesRiskLowerBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        // The Bayes risk is a rounded number, so the risk is compared as one too.
        let risk = Term::from(columns::RISK).map(|risk| Some(Quantity::float(risk.value)));
        Statement::lower_bound(risk, columns::BAYES_RISK)
            .when([premise::known_bayes_risk(), premise::known_risk()])
            .vacuous_from(0)
            // It holds for any vector, so also for one that a cap on updates left unfinished.
            .even_if_cut_off()
    }
}
