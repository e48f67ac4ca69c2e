//! Claims that independent points can be given any labels as scores, exactly.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "labels-are-attained";
    /// If the points are linearly independent, some vector has the labels themselves as scores: θ·x_i = y_i for all i.
    ///
    /// # Formula
    /// $[\theta \cdot x_i = y_i \text{ for all } i \text{ has a solution}] = 1$, found and checked in fractions
    /// # Premise
    /// Linearly independent points, exact. Complete over `replicates = "all"` of the generator labelings.
    /// # Source
    /// Bartlett, before Theorem 3.1 (docs/theory.md: C-B13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "labels-are-attained"
    /// ```
    pub struct LabelsAreAttained {}
}

impl Claim for LabelsAreAttained {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::LABELS_ATTAINED, 1)
            .when([premise::independent_points()])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
