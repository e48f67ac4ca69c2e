//! Claims by which factor a separating vector must be scaled up to make no margin mistake.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "inflation";
    /// Margin mistakes that are no errors vanish if the vector is scaled up by 1/min y⟨w, x⟩, and by no smaller factor.
    ///
    /// # Formula
    /// $c^2 (\min y\langle w, x\rangle)^2 = 1$ for the least $c$ such that $c \cdot w$ makes no margin mistake (threshold 1) on the sample; $c$ is found by trying
    /// # Premise
    /// Last vector, with positive margins on all examples; exact features.
    /// # Source
    /// Hardt and Recht's note, inflation (docs/theory.md, C-H4).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "inflation"
    /// ```
    pub struct Inflation {}
}

impl Claim for Inflation {
    fn statement(&self, _: &MarginSource) -> Statement {
        let factor = || Term::from(columns::INFLATION);
        let least_squared =
            Term::from(columns::OUTPUT_MARGIN_SQUARED).times(columns::OUTPUT_NORM_SQUARED);
        Statement::identity(factor().times(factor()).times(least_squared), 1)
            .when([premise::positive_output_margins()])
    }
}
