//! Claims that a second variant can separate every sample that the first one can.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "keeps-separability";
    /// A sample that is separable as the first variant sees it is separable as the second variant sees it, for example first through the origin and
    /// then with an offset.
    ///
    /// # Formula
    /// $[\text{separable as the first sees it}] \le [\text{separable as the second sees it}]$
    /// # Premise
    /// Two variants are named, the second with an offset or a map that has the features of the first among its own; separability is decided for both
    /// by a certificate.
    /// # Source
    /// MIT, offset (docs/theory.md, C-M11). The converse is false.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "keeps-separability"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct KeepsSeparability {}
}

impl Claim for KeepsSeparability {
    fn statement(&self, _: &MarginSource) -> Statement {
        let column = columns::SEPARABLE;
        Statement::surely(column, Term::second(column))
            .of_pairs()
            .when([premise::decided_separability()])
            .even_if_cut_off()
    }
}
