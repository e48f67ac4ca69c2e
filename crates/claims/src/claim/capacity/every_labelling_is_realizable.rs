//! Claims that independent points can be labelled at will: every labelling is separable.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "every-labelling-is-realizable";
    /// If the points are linearly independent, every labelling of them is realized by some vector.
    ///
    /// # Formula
    /// $[\text{a labelling is not separable}] = 0$, by a Gordan certificate
    /// # Premise
    /// Linearly independent points, exact. Complete over `replicates = "all"` of the generator labelings.
    /// # Source
    /// Bartlett, before Theorem 3.1 (docs/theory.md: C-B13). Control: a third point that is the sum of two others.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "every-labelling-is-realizable"
    /// ```
    pub struct EveryLabellingIsRealizable {}
}

impl Claim for EveryLabellingIsRealizable {
    fn statement(&self, _: &MarginSource) -> Statement {
        let not_separable = Term::whether([columns::SEPARABLE.any()], |row| {
            row.copied(columns::SEPARABLE).map(|separable| !separable)
        });
        Statement::surely(not_separable, 0)
            .when([premise::independent_points()])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
