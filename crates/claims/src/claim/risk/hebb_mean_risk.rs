//! Claims the exact expected risk of Hebb's rule after one pass over Gaussian examples that a teacher labels.

use super::hebb_risk_distribution::one_pass_of_hebb;
use crate::claim::{Claim, MarginSource, Statement};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "hebb-mean-risk";
    /// One pass of Hebb's rule over P Gaussian examples of N features, labelled by a half-space, has exactly the mean risk of the angle with tan θ =
    /// √(P χ²)/Σ|g|: the mean of the distribution that hebb-risk-distribution claims, at every finite N and P.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] = \mathbb{E}[\arctan(\sqrt{P \chi^2_{N-1}}/\sum_{i \le P} |g_i|)]/\pi$
    /// # Premise
    /// Generator teacher-student, order stream to its end, rule hebb; examples as drawn, hypothesis last; at least two features and ten examples. The
    /// number comes from a sum whose error is below 10⁻¹⁰.
    /// # Source
    /// docs/theory.md: X9, after Vallet 1989. For N → ∞ with P = αN it tends to acos √(2α/(2α + π))/π.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "hebb-mean-risk"
    /// slack = 0.01
    /// ```
    pub struct HebbMeanRisk {}
}

impl Claim for HebbMeanRisk {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::expectation_identity(columns::RISK, columns::HEBB_MEAN_RISK)
            // ⟨w, u⟩ = Σ|g| ≥ 0 for the teacher u, so that no risk exceeds ½.
            .between(0.0, 0.5)
            .when(one_pass_of_hebb())
    }
}
