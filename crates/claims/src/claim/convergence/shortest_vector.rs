//! Claims that the shortest vector with margins 1 is as long as the inverse of the largest margin.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "shortest-vector";
    /// The shortest w with y⟨w, x⟩ ≥ 1 on all examples has the length B = 1/γ*.
    ///
    /// # Formula
    /// $B^2 = 1/\gamma^2$, $B^2 = \min \lbrace \lVert w\rVert^2 : y\langle w, x\rangle \ge 1\rbrace$, found by trying every set of active constraints, without margins
    /// # Premise
    /// A positive margin γ, the largest one unless `margin` names another. Exact features and a sample of few enough sets.
    /// # Source
    /// Urner, B in Theorem 3 (docs/theory.md, C-U10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "shortest-vector"
    /// ```
    pub struct ShortestVector {}
}

impl Claim for ShortestVector {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::identity(columns::SHORTEST_VECTOR_SQUARED, margin.squared().inverse())
            .when([
                premise::positive_margin(margin),
                premise::known_shortest_vector(),
            ])
            .even_if_cut_off()
            .of_the_largest_margin()
    }
}
