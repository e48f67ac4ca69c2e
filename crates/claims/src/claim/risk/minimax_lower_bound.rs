//! Claims Bartlett's Theorem 3.1: on average over the labelings of the minimax family, no rule has a smaller risk than the bound.

use super::unseen_mass_risk::exact_risk;
use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "minimax-lower-bound";
    /// For every rule there is a realizable distribution on which its expected risk after n examples is at least the bound. The average over the
    /// labelings of the minimax family is at least the bound, so the risk of some labelling is.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] \ge \min(\frac{n-1}{2n}, \frac{d-1}{2n}) (1 - \frac{1}{n})^n$, averaged over labelings
    /// # Premise
    /// Generator minimax with uniform labels, any rule. A fixed labelling with a smaller risk is no counterexample: the theorem is about the largest
    /// risk over distributions.
    /// # Source
    /// Bartlett, Theorem 3.1 (docs/theory.md: C-B14).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-lower-bound"
    /// ```
    pub struct MinimaxLowerBound {}
}

impl Claim for MinimaxLowerBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::lower_bound(exact_risk(), columns::MINIMAX_BOUND)
            .when([premise::uniform_labelling()])
            .vacuous_from(0)
            // It holds for any weight vector, so also for the one of a run that was cut off.
            .even_if_cut_off()
    }
}
