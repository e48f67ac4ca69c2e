//! Claims that the first example of the sample is updated on.

use crate::claim::{Claim, MarginSource, Statement};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "first-example-is-updated";
    /// The first example of the sample is updated on: at w = 0 every example is a mistake.
    ///
    /// # Formula
    /// $[\text{the first example was ever updated on}] = 1$
    /// # Premise
    /// None. It is true where the first example is shown first and a tie is a mistake, false with sign(0) = +1 and a positive first example.
    /// # Source
    /// MIT, eq. (7); Hardt and Recht's note, proof of the theorem (docs/theory.md: C-H13, erratum E5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "first-example-is-updated"
    /// ```
    pub struct FirstExampleIsUpdated {}
}

impl Claim for FirstExampleIsUpdated {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::FIRST_EXAMPLE_UPDATED, 1)
    }
}
