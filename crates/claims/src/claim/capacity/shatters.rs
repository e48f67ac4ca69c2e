//! Claims that a set of points is shattered: every labelling of it is realized.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "shatters";
    /// N independent points are shattered: every one of their labelings is realized strictly by some vector.
    ///
    /// # Formula
    /// $\text{dichotomies} = 2^N$
    /// # Premise
    /// The points are linearly independent (with their constant feature, where there is an offset); at most 12 points, exact.
    /// # Source
    /// Urner, Theorem 1: the VC dimension is at least d, and d + 1 for affine half-spaces (docs/theory.md: C-U2, C-U3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "shatters"
    /// ```
    pub struct Shatters {}
}

impl Claim for Shatters {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::DICHOTOMIES, limits::labelings())
            .when([premise::counted_labelings(), premise::independent_points()])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
