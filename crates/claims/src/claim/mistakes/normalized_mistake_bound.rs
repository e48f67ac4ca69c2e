//! Claims Vaughan's Theorem 2: the normalized perceptron makes at most 1/γₙ² mistakes.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "normalized-mistake-bound";
    /// On every sequence that some unit vector separates with normalized margin γₙ, the normalized perceptron makes at most
    /// 1/γₙ² mistakes.
    ///
    /// # Formula
    /// $\text{mistakes} \le 1/\gamma_n^2$, $\gamma_n = \min y\langle u, x\rangle/\lVert x\rVert$
    /// # Premise
    /// No example is zero; a separator with positive normalized margin; rule normalized-perceptron. The margin is always the
    /// planted separator's normalized one.
    /// # Source
    /// Vaughan, Theorem 2 (docs/theory.md, C-V7).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "normalized-mistake-bound"
    /// ```
    pub struct NormalizedMistakeBound {}
}

impl Claim for NormalizedMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let limit = Term::from(columns::NORMALIZED_MARGIN_SQUARED).inverse();
        let rule = premise::rule(&[RuleKind::NormalizedPerceptron]);
        Statement::surely(columns::MISTAKES, limit)
            .when([rule, premise::positive_normalized_margin()])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
