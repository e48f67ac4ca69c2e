//! Claims that the coefficients of the dual form add up to the number of updates.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;

documented! {
    name = "coefficients-count-updates";
    /// In dual form, the absolute values of the coefficients add up to the number of updates.
    ///
    /// # Formula
    /// $\sum \lvert \alpha_i\rvert = t$, because every update on example $i$ adds $y_i$ to $\alpha_i$, always the same sign
    /// # Premise
    /// A learner that keeps coefficients. Bartlett's note states Σ |α_i| ≤ t; it is an equality.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 (docs/theory.md: C-B11, E16).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "coefficients-count-updates"
    /// ```
    pub struct CoefficientsCountUpdates {}
}

impl Claim for CoefficientsCountUpdates {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::COEFFICIENTS_SUM, columns::UPDATES)
            .when([premise::learner(&[LearnerKind::Dual, LearnerKind::Kernel])])
    }
}
