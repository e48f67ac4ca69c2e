//! Claims that a hypothesis has the smallest risk of all classifiers.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

/// The most by which two evaluations of the normal distribution function may differ.
const ROUNDING: f64 = 1e-14;

documented! {
    name = "bayes-risk-is-attained";
    /// The hypothesis has the smallest risk of all classifiers, linear or not.
    ///
    /// # Formula
    /// $\text{risk} = \text{Bayes risk}$, both in closed form, within $10^{-14}$ each
    /// # Premise
    /// A distribution whose Bayes risk is known: two Gaussians of one variance. It is true of the direction of the means for equal priors; for others
    /// the best rule has an offset.
    /// # Source
    /// Bartlett, approximation (docs/theory.md: C-B4).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "bayes-risk-is-attained"
    /// ```
    pub struct BayesRiskIsAttained {}
}

impl Claim for BayesRiskIsAttained {
    fn statement(&self, _: &MarginSource) -> Statement {
        let computed = |risk: Quantity| Some(Quantity::within(risk.value, ROUNDING));
        let risk = Term::from(columns::RISK).map(computed);
        let smallest = Term::from(columns::BAYES_RISK).map(computed);
        Statement::identity(risk, smallest).when([premise::known_bayes_risk()])
    }
}
