//! Claims that in a plane the perceptron makes little more than half of the mistakes that its bound allows.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "plane-mistake-bound";
    /// On every sequence of examples in a plane that some unit vector separates with margin γ, the perceptron makes at most ⌊(R/γ)²/2⌋ + 1 mistakes.
    ///
    /// # Formula
    /// $\text{mistakes} \le \left\lfloor \frac{R^2}{2\gamma^2} \right\rfloor + 1$, $R = \max \lVert x\rVert$
    /// # Premise
    /// All examples lie in one plane through 0, which need not be that of two coordinates; a separator with positive margin γ on the sample; rule
    /// perceptron. A γ above R/√2 is no exception: the limit is then 1. In a run in floats, (R/γ)² is first widened by 2⁻⁴⁰ of itself, because rounding
    /// moves scores.
    /// # Source
    /// docs/theory.md: X10. generator few-dimensions-adversary attains the limit for every margin, and exceeds it in three dimensions.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "plane-mistake-bound"
    /// ```
    pub struct PlaneMistakeBound {}
}

impl Claim for PlaneMistakeBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::surely(columns::MISTAKES, limits::plane_bound(margin))
            .when([
                premise::rule(&[RuleKind::Perceptron]),
                premise::positive_margin(margin),
                premise::in_a_plane(),
            ])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
