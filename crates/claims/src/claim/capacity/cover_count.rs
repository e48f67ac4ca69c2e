//! Claims Cover's count: how many labelings of points in general position some vector realizes.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "cover-count";
    /// Of N points in general position in R^d, exactly C(N, d) labelings are realized strictly by some vector.
    ///
    /// # Formula
    /// $\text{dichotomies} = C(N, d) = 2 \sum_{k \lt d} \binom{N-1}{k}$, so $2^N$ for $N \le d$, fewer beyond; $d$ counts the constant feature of an offset
    /// # Premise
    /// Any d of the points are independent, decided by determinants; at most 12 points, exact.
    /// # Source
    /// Cover 1965, behind Urner, Theorem 1 (docs/theory.md: C-U2, 8.4).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "cover-count"
    /// ```
    pub struct CoverCount {}
}

impl Claim for CoverCount {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::DICHOTOMIES, limits::cover())
            .when([premise::counted_labelings(), premise::general_position()])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
