//! Claims that two variants make the same number of updates on every sample.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "same-updates";
    /// Two variants make the same number of updates on every sample.
    ///
    /// # Formula
    /// $\text{updates}_1 = \text{updates}_2$
    /// # Premise
    /// Two variants are named. It compares exact with float arithmetic, or the normalized with the plain perceptron on examples
    /// of one norm.
    /// # Source
    /// Vaughan, normalized perceptron (docs/theory.md: C-V6); for arithmetic, section 7 and control N20 there.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "same-updates"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SameUpdates {}
}

impl Claim for SameUpdates {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::UPDATES, Term::second(columns::UPDATES))
            .of_pairs()
            .when([premise::online()])
    }
}
