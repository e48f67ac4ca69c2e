//! Claims that the decision regions of a vector are half-spaces.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "half-space-regions";
    /// The decision regions of a vector are half-spaces: no midpoint of two examples of one region lies in the other.
    ///
    /// # Formula
    /// $\lvert\lbrace \text{midpoints of two equally classified examples that are classified otherwise}\rbrace\rvert = 0$. Two regions that fill the space and contain their midpoints are half-spaces, or one of them is empty.
    /// # Premise
    /// One exact vector, exact examples with some midpoint, and features that are an affine map of the drawn ones: no polynomial map, no division by norms.
    /// # Source
    /// Bartlett, decision regions (docs/theory.md, C-B3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "half-space-regions"
    /// ```
    pub struct HalfSpaceRegions {}
}

impl Claim for HalfSpaceRegions {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::MIDPOINTS_OTHERWISE, 0)
            .when([premise::some_midpoint(), premise::affine_view()])
            .even_if_cut_off()
    }
}
