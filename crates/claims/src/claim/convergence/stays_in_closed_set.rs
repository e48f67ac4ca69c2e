//! Claims that the weight vector stays within the closed set of vectors that some order reaches, separable sample or not.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "stays-in-closed-set";
    /// On integer examples, separable or not, the weight vector never becomes longer than the longest vector of the closed set: the smallest set of
    /// vectors that contains 0 and that no update leaves.
    ///
    /// # Formula
    /// $\max_t \lVert w_t \rVert^2 \le \max_{w \in C} \lVert w \rVert^2$, $C$ the closed set
    /// # Premise
    /// Exact features, the rule of the perceptron, with a threshold or without, and a closed set that was found: at most 1 000 000 vectors, and
    /// at most 50 000 000 as vectors × examples × features. The order is any.
    /// # Source
    /// Boundedness of the perceptron: Efron 1964; Block and Levin 1970; Amaldi and Hauser 2005 (docs/theory.md: X1, 8.10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "stays-in-closed-set"
    /// ```
    pub struct StaysInClosedSet {}
}

impl Claim for StaysInClosedSet {
    fn statement(&self, _: &MarginSource) -> Statement {
        let limit = columns::CLOSED_SET_NORM_SQUARED;
        Statement::surely(columns::LARGEST_NORM_SQUARED, limit)
            .when([premise::known_closed_set()])
            // No run ends if nothing separates: what a cut-off run did so far is compared.
            .even_if_cut_off()
    }
}
