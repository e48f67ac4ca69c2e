//! Claims the second step of the leave-one-out proof: a run updates on few different examples.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "distinct-mistakes-bound";
    /// The different examples that a run ever updates on are at most as many as its mistake bound.
    ///
    /// # Formula
    /// $\text{different examples updated on} \le (R^2 + 2\tau/\eta)/\gamma^2$, which is $(R/\gamma)^2$ for the perceptron
    /// # Premise
    /// A separator with positive margin γ; rule perceptron or margin-perceptron.
    /// # Source
    /// Hardt and Recht, proof of the Theorem (docs/theory.md, C-H11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "distinct-mistakes-bound"
    /// ```
    pub struct DistinctMistakesBound {}
}

impl Claim for DistinctMistakesBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let limit = limits::update_bound(columns::RADIUS_SQUARED, margin);
        Statement::surely(columns::DISTINCT_MARGIN_MISTAKES, limit)
            .when([premise::perceptron_rule(), premise::positive_margin(margin)])
            .vacuous_from(limits::sample_size())
            .counting_up()
    }
}
