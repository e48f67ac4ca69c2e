//! Claims, as printed, that the vector (1, w) on (1, x) predicts what w and b predict.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "printed-embedding";
    /// As printed: with x′ = (1, x) and w′ = (1, w), ⟨w′, x′⟩ predicts what ⟨w, x⟩ + b does. It is 1 + ⟨w, x⟩: right for b = 1 only.
    ///
    /// # Formula
    /// $\text{errors on the sample with the weight of the constant feature replaced by 1} = \text{errors on the sample}$
    /// # Premise
    /// With an offset; last vector; exact features.
    /// # Source
    /// Urner, embedding as printed (docs/theory.md: C-U1, C-B2, erratum E9). The vector must be (b, w).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "printed-embedding"
    /// ```
    pub struct PrintedEmbedding {}
}

impl Claim for PrintedEmbedding {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::UNIT_OFFSET_ERRORS, columns::TRAINING_ERRORS)
            .when([premise::offset(), premise::sum_of_updates()])
    }
}
