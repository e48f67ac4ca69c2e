//! Claims the exact learning curves of the consistent hypotheses in the plane.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;

documented! {
    name = "version-space-risk";
    /// In the plane, without a margin, the expected risk of a consistent hypothesis is known exactly: for the worst one, for a random one, and for
    /// the middle of the arc of all consistent ones.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] = c/(N+1)$, $c = 3/2$ for the worst, $2/3$ for Gibbs, $1/2$ for the middle
    /// # Premise
    /// Learner version-space; x from a rotation-invariant distribution in the plane, labelled by a line through the origin.
    /// # Source
    /// The exact learning curves of the circle (docs/theory.md: R8, C-H17): the 1/N rate that Hardt and Recht's note contrasts with uniform
    /// convergence holds here for every consistent hypothesis.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "version-space-risk"
    /// slack = 0.05
    /// ```
    pub struct VersionSpaceRisk {}
}

impl Claim for VersionSpaceRisk {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::expectation_identity(columns::EXCESS_RISK, columns::EXPECTED_EXCESS_RISK).when([
            premise::learner(&[LearnerKind::VersionSpace]),
            premise::known_expected_risk(),
        ])
    }
}
