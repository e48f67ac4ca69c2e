//! Claims that the dual form has no more coefficients than updates, or examples.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;
use perceptron::sample::Quantity;

documented! {
    name = "coefficients-support-bound";
    /// In dual form, the coefficients that are not zero are no more than the updates, and no more than the examples.
    ///
    /// # Formula
    /// $\lvert\lbrace i : \alpha_i \ne 0\rbrace\rvert \le \min(t, n)$
    /// # Premise
    /// A learner that keeps coefficients.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 (docs/theory.md, C-B11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "coefficients-support-bound"
    /// ```
    pub struct CoefficientsSupportBound {}
}

impl Claim for CoefficientsSupportBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let most = Term::of([columns::UPDATES.any(), columns::EXAMPLES.any()], |row| {
            let updates = row.copied(columns::UPDATES)?;
            Some(Quantity::count(updates.min(row.copied(columns::EXAMPLES)?)))
        });
        Statement::surely(columns::COEFFICIENTS_NONZERO, most)
            .when([premise::learner(&[LearnerKind::Dual, LearnerKind::Kernel])])
    }
}
