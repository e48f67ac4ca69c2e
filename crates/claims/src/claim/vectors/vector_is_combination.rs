//! Claims that the vector is the combination of examples that the dual form states.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;

documented! {
    name = "vector-is-combination";
    /// The vector of the perceptron is Σ α_i x_i, with the coefficients of the dual form, in every coordinate.
    ///
    /// # Formula
    /// $\max \lvert w - \sum \alpha_i x_i\rvert = 0$ over the coordinates, $w$ of the learning loop on the same draws, $\alpha$ of the dual, which knows inner products only
    /// # Premise
    /// Learner dual, on exact features.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 (docs/theory.md: C-B11, erratum E16). Control N11.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "vector-is-combination"
    /// ```
    pub struct VectorIsCombination {}
}

impl Claim for VectorIsCombination {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::COEFFICIENTS_RESIDUAL, 0).when([
            premise::learner(&[LearnerKind::Dual]),
            premise::compared_coefficients(),
        ])
    }
}
