//! Claims that the squared losses of the passive-aggressive learner are the way that it has come towards a vector with equal margins.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::PassiveAggressiveKind;

documented! {
    name = "squared-loss-identity";
    /// If y⟨u, x⟩ = 1 for every example, the squared hinge losses of the passive-aggressive learner, each divided by ‖x‖², add up to ‖u‖² − ‖w − u‖².
    ///
    /// # Formula
    /// $\sum_t \ell_t^2/\lVert x_t\rVert^2 = \lVert u\rVert^2 - \lVert w - u\rVert^2$, with $w$ the last vector
    /// # Premise
    /// Learner passive-aggressive of kind "pa"; a comparator that is no sum of updates and gives every example the same margin, its `margin`.
    /// # Source
    /// docs/theory.md: X8.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "squared-loss-identity"
    /// ```
    pub struct SquaredLossIdentity {}
}

impl Claim for SquaredLossIdentity {
    fn statement(&self, _: &MarginSource) -> Statement {
        // ‖u‖² is added to both sides, so that they are compared relative to it and not to 0.
        let length_squared = || Term::from(columns::COMPARATOR_MARGIN_SQUARED).inverse();
        let observed = length_squared().plus(columns::SQUARED_LOSS_RESIDUAL);
        Statement::identity(observed, length_squared())
            .when([
                premise::passive_aggressive(PassiveAggressiveKind::Pa),
                premise::equal_margins(),
            ])
            .even_if_cut_off()
    }
}
