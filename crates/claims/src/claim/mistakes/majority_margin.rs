//! Claims the margin of majority functions: 1/√r on sign vectors.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "majority-margin";
    /// A majority function of r of the n signs classifies every sign vector with margin at least 1/√r.
    ///
    /// # Formula
    /// $1/r \le \gamma^2$
    /// # Premise
    /// Features are signs, and the label is the majority of an odd number r of them.
    /// # Source
    /// Vaughan, majority functions (docs/theory.md: C-V11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "majority-margin"
    /// ```
    pub struct MajorityMargin {}
}

impl Claim for MajorityMargin {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let least = Term::from(columns::MAJORITY_OF).inverse();
        Statement::surely(least, margin.squared())
            .when([premise::majority(), premise::positive_margin(margin)])
            .even_if_cut_off()
    }
}
