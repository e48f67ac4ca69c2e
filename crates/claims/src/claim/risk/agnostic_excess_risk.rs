//! Claims the expected excess risk of empirical risk minimization on atoms with noisy labels.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;

documented! {
    name = "agnostic-excess-risk";
    /// Where the labels of basis vectors are noisy, the expected risk of empirical risk minimization above the best possible is known exactly.
    ///
    /// # Formula
    /// ```text
    /// E[risk] − (1−ρ)/2 = ρ Σⱼ P(Bin(m, 1/d) = j) [P(Bin(j, (1−ρ)/2) > j/2) + ½ P(= j/2)]
    /// ```
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
