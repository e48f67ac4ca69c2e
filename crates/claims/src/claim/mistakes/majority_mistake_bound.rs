//! Claims that majority functions of r of n signs are learned with at most nr mistakes.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "majority-mistake-bound";
    /// On majority functions of r of n signs, the perceptron makes at most nr mistakes, normalized or not.
    ///
    /// # Formula
    /// $\text{mistakes} \le n \cdot r$, $n$ signs of which $r$ are relevant: $\lVert x\rVert^2 = n$, and the margin of the relevant direction is an odd multiple of $1/\sqrt{r}$
    /// # Premise
    /// Features are signs, and the label is the majority of r of them, r odd (generators majority and hadamard); rule perceptron or normalized-perceptron, no offset.
    /// # Source
    /// Vaughan, majority functions (docs/theory.md, C-V11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "majority-mistake-bound"
    /// ```
    pub struct MajorityMistakeBound {}
}

impl Claim for MajorityMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let by_law =
            Term::from(columns::POPULATION_RADIUS_SQUARED).over(columns::POPULATION_MARGIN_SQUARED);
        let rules = premise::rule(&[RuleKind::Perceptron, RuleKind::NormalizedPerceptron]);
        Statement::surely(columns::MISTAKES, by_law)
            .when([premise::majority(), rules])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
