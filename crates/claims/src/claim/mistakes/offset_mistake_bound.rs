//! Claims the mistake bound of the perceptron with an offset, in terms of the affine margin.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "offset-mistake-bound";
    /// On every sample that an affine hyperplane separates with margin γ, the perceptron with the constant feature c makes at most
    /// (R² + c²)(1 + b²/c²)/γ² updates.
    ///
    /// # Formula
    /// $\text{updates} \le (R^2 + c^2)(1 + b^2/c^2)/\gamma^2$, where $y(\langle u, x\rangle + b) \ge \gamma$, $\lVert u\rVert = 1$, and $R$ is without the constant feature
    /// # Premise
    /// The variant has an offset; the planted separator is affine and separates; rule perceptron. With the constant feature the
    /// separator is (u, b/c), of squared length 1 + b²/c², and the bound is (R/γ)² of what the perceptron sees. A stated margin (margin = 1)
    /// replaces γ²/(1 + b²/c²).
    /// # Source
    /// MIT, offset perceptron (docs/theory.md: C-M13, C-M10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "offset-mistake-bound"
    /// ```
    pub struct OffsetMistakeBound {}
}

impl Claim for OffsetMistakeBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let rule = premise::rule(&[RuleKind::Perceptron]);
        Statement::surely(columns::UPDATES, limits::squared_ratio(margin))
            .when([rule, premise::offset(), premise::positive_margin(margin)])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
