//! Claims that a hypothesis has the smallest risk of all classifiers.

use super::bayes_risk_lower_bound::{READS, computed};
use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

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
        let risk = Term::of(READS, |row| {
            Some(computed(
                row.get(columns::RISK)?,
                row.copied(columns::DIMENSION)?,
            ))
        });
        let of_features = [columns::BAYES_RISK.any(), columns::DIMENSION.any()];
        let smallest = Term::of(of_features, |row| {
            let smallest = Quantity::float(row.copied(columns::BAYES_RISK)?);
            Some(computed(&smallest, row.copied(columns::DIMENSION)?))
        });
        Statement::identity(risk, smallest).when([premise::known_bayes_risk()])
    }
}
