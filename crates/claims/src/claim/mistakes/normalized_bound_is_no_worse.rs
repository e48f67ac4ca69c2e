//! Claims that normalizing never worsens the bound: 1/γₙ² ≤ (D/γ)².

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "normalized-bound-is-no-worse";
    /// For every separator, the bound of the normalized perceptron is at most that of the plain one.
    ///
    /// # Formula
    /// $1/\gamma_n^2 \le (D/\gamma)^2$
    /// # Premise
    /// A separator with positive margin; no example is zero. No learner is needed.
    /// # Source
    /// Vaughan, remark after Theorem 2 (docs/theory.md, C-V8). It compares bounds, not mistakes.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "normalized-bound-is-no-worse"
    /// ```
    pub struct NormalizedBoundIsNoWorse {}
}

impl Claim for NormalizedBoundIsNoWorse {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let normalized = Term::from(columns::NORMALIZED_MARGIN_SQUARED).inverse();
        Statement::surely(normalized, limits::squared_ratio(margin)).when([
            premise::positive_margin(margin),
            premise::positive_normalized_margin(),
        ])
    }
}
