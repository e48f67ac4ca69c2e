//! Claims the bound on the squared losses of the passive-aggressive learner on separable samples.

use super::passive_aggressive::widened;
use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::PassiveAggressiveKind;

documented! {
    name = "squared-loss-bound";
    /// On every sample that some unit vector separates with margin γ, the squared hinge losses of the passive-aggressive learner add up to at most (R/γ)².
    ///
    /// # Formula
    /// $\sum_t \ell_t^2 \le (R/\gamma)^2$, $\ell_t = \max(0, 1 - y_t\langle w_t, x_t\rangle)$
    /// # Premise
    /// A separator with positive margin γ; learner passive-aggressive of kind "pa". It holds after every step, so for runs that were cut off, too. The
    /// limit is widened by a bound on the rounding of a run in floats, about 1e-13 of it.
    /// # Source
    /// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, JMLR 7 (2006) 551–585, Theorem 2 (docs/theory.md: X8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "squared-loss-bound"
    /// ```
    pub struct SquaredLossBound {}
}

impl Claim for SquaredLossBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let ratio = limits::squared_ratio(margin);
        Statement::surely(columns::SQUARED_LOSSES, widened(ratio.clone(), ratio))
            .when([
                premise::passive_aggressive(PassiveAggressiveKind::Pa),
                premise::positive_margin(margin),
            ])
            .even_if_cut_off()
    }
}
