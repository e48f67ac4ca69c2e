//! Claims Vaughan's Theorem 1: the perceptron makes at most (D/γ)² mistakes.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "online-mistake-bound";
    /// On every sequence that some unit vector separates with margin γ, the perceptron makes at most (D/γ)² mistakes.
    ///
    /// # Formula
    /// $\text{mistakes} \le (D/\gamma)^2$, $D = \max \lVert x\rVert$
    /// # Premise
    /// A separator with positive margin γ on the sample; rule perceptron.
    /// # Source
    /// Vaughan, Theorem 1; Bartlett, Theorem 2.1(b); Urner, Theorem 3 (docs/theory.md: C-V3, C-B8, C-U9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "online-mistake-bound"
    /// ```
    pub struct OnlineMistakeBound {}
}

impl Claim for OnlineMistakeBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::surely(columns::MISTAKES, limits::squared_ratio(margin))
            .when([
                premise::rule(&[RuleKind::Perceptron]),
                premise::positive_margin(margin),
            ])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
