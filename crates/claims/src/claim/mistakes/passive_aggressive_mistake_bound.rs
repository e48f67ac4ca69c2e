//! Claims the mistake bound of the passive-aggressive learner on separable samples.

use super::passive_aggressive::widened;
use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::PassiveAggressiveKind;

documented! {
    name = "passive-aggressive-mistake-bound";
    /// On every sample that some unit vector separates with margin γ, the passive-aggressive learner makes at most (R/γ)² mistakes, the bound of the
    /// perceptron.
    ///
    /// # Formula
    /// $M \le (R/\gamma)^2$
    /// # Premise
    /// A separator with positive margin γ; learner passive-aggressive of kind "pa". Mistakes, not updates: an update is due at every loss above 0, and a
    /// mistake has a loss of at least 1.
    /// # Source
    /// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, JMLR 7 (2006) 551–585, Theorem 2 (docs/theory.md: X8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "passive-aggressive-mistake-bound"
    /// ```
    pub struct PassiveAggressiveMistakeBound {}
}

impl Claim for PassiveAggressiveMistakeBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let ratio = limits::squared_ratio(margin);
        Statement::surely(columns::MISTAKES, widened(ratio.clone(), ratio))
            .when([
                premise::passive_aggressive(PassiveAggressiveKind::Pa),
                premise::positive_margin(margin),
            ])
            .vacuous_from(limits::most_mistakes())
            .even_if_cut_off()
    }
}
