//! Claims that a construction attains the mistake bound, so that the bound cannot be improved.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "mistake-bound-is-attained";
    /// On this construction the learner makes exactly (R/γ)² mistakes.
    ///
    /// # Formula
    /// $\text{mistakes} = (R/\gamma)^2$
    /// # Premise
    /// A separator with positive margin γ; any rule. There is no other premise on the data: it is a claim about the construction.
    /// # Source
    /// Tightness of Vaughan, Theorem 1 (docs/theory.md, T1 to T4); Shalev-Shwartz and Ben-David, exercise 9.3.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "mistake-bound-is-attained"
    /// ```
    pub struct MistakeBoundIsAttained {}
}

impl Claim for MistakeBoundIsAttained {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::identity(columns::MISTAKES, limits::squared_ratio(margin))
            .when([premise::positive_margin(margin)])
    }
}
