//! Claims, as printed, that the loop's index at return is within the mistake bound.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "loop-index-bound";
    /// As printed: the algorithm stops after t ≤ (RB)² iterations, t being the index of the loop when it returns. It is one more than the updates.
    ///
    /// # Formula
    /// $\text{passes} \le (R/\gamma)^2$, where every pass is a scan for a misclassified example
    /// # Premise
    /// A separator with positive margin; order first-misclassified, random-misclassified, most-violated or least-violated, whose scans are the loop.
    /// # Source
    /// Urner, Theorem 3 as printed (docs/theory.md: C-U9, erratum E11). What is true is that the updates are at most (RB)².
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "loop-index-bound"
    /// ```
    pub struct LoopIndexBound {}
}

impl Claim for LoopIndexBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::surely(columns::PASSES, limits::squared_ratio(margin))
            .when([
                premise::positive_margin(margin),
                premise::ran_to_clean_pass(),
            ])
            .counting_up()
    }
}
