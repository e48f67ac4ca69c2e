//! Claims that some sample favours one variant over another.

use crate::claim::{Claim, MarginSource, Statement, Term};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "fewer-updates-exist";
    /// There is a sample on which the first of two variants makes fewer updates than the second.
    ///
    /// # Formula
    /// $\text{updates}_1 \le \text{updates}_2 - 1$ on some sample
    /// # Premise
    /// Two variants are named, in that order. Only a complete enumeration (replicates = "all") can refute it.
    /// # Source
    /// Vaughan: "the actual empirical performance of the normalized version isn't necessarily better" (docs/theory.md: C-V9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "fewer-updates-exist"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct FewerUpdatesExist {}
}

impl Claim for FewerUpdatesExist {
    fn statement(&self, _: &MarginSource) -> Statement {
        let one_more = Term::from(columns::UPDATES).plus(1);
        Statement::exists(one_more, Term::second(columns::UPDATES)).of_pairs()
    }
}
