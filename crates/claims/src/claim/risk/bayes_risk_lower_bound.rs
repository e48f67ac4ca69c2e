//! Claims that no hypothesis has a smaller risk than the Bayes classifier.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

/// The most by which two evaluations of the normal distribution function may differ.
const ROUNDING: f64 = 1e-14;

documented! {
    name = "bayes-risk-lower-bound";
    /// The risk of every hypothesis is at least the Bayes risk of the distribution, on every sample.
    ///
    /// # Formula
    /// $\text{Bayes risk} \le \text{risk}$, $\Phi(-\lVert\mu\rVert/\sigma)$ for two isotropic Gaussians with equal priors
    /// # Premise
    /// The Bayes risk is known, and the risk in closed form. A Bayes risk of 0 says nothing.
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
        let smallest = Term::from(columns::BAYES_RISK);
        let nothing = smallest
            .clone()
            .map(|smallest| (smallest.value == 0.0).then_some(smallest));
        let risk = Term::from(columns::RISK).map(|risk| match &risk.exact {
            Some(_) => Some(risk),
            None => Some(Quantity::within(risk.value, ROUNDING)),
        });
        Statement::surely(smallest, risk)
            .when([premise::known_bayes_risk(), premise::closed_form_risk()])
            .vacuous_from(nothing)
            // It holds for any weight vector, so also for the one of a run that was cut off.
            .even_if_cut_off()
    }
}
