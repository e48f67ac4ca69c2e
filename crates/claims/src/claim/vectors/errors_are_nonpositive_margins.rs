//! Claims that an error is the same as a margin that is not positive.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "errors-are-nonpositive-margins";
    /// A wrong prediction is the same as y⟨w, x⟩ ≤ 0.
    ///
    /// # Formula
    /// $\lvert\lbrace i : y_i \ne \text{prediction of } w \text{ on } x_i\rbrace\rvert = \lvert\lbrace i : y_i\langle w, x_i\rangle \le 0\rbrace\rvert$
    /// # Premise
    /// One vector, the last or the average; test_ties = "mistake". It is false with sign(0) = +1 on a positive example with ⟨w, x⟩ = 0.
    /// # Source
    /// MIT, eq. (4); Hardt and Recht's note, sign and margin (docs/theory.md: C-M2, C-H2, erratum E3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "errors-are-nonpositive-margins"
    /// ```
    pub struct ErrorsAreNonpositiveMargins {}
}

impl Claim for ErrorsAreNonpositiveMargins {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::TRAINING_ERRORS, columns::NONPOSITIVE_MARGINS)
            .when([premise::one_vector(), premise::test_ties_are_errors()])
    }
}
