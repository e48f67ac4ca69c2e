//! Claims the expected excess risk of empirical risk minimization on atoms with noisy labels.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;

documented! {
    name = "agnostic-excess-risk";
    /// If the labels of basis vectors are noisy, the expected excess of the risk of empirical risk minimization over the best possible risk is known
    /// exactly.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] - (1-\rho)/2 = \rho \sum_j P(\operatorname{Bin}(m, 1/d) = j) [P(\operatorname{Bin}(j, (1-\rho)/2) \gt j/2) + \frac{1}{2} P(= j/2)]$
    /// # Premise
    /// Generator agnostic-basis, learner majority-of-atoms, test_ties positive or half: a tied vote is a fair coin on average over targets.
    /// # Source
    /// Urner, agnostic sample size (docs/theory.md: C-U5, R9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "agnostic-excess-risk"
    /// slack = 0.05
    /// ```
    pub struct AgnosticExcessRisk {}
}

impl Claim for AgnosticExcessRisk {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::expectation_identity(columns::EXCESS_RISK, columns::EXPECTED_EXCESS_RISK).when([
            premise::learner(&[LearnerKind::MajorityOfAtoms]),
            premise::fair_test_ties(),
            premise::known_expected_risk(),
        ])
    }
}
