//! Claims that the perceptron is conservative: it changes its vector on mistakes only.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "updates-are-mistakes";
    /// The vector changes on mistakes only, and on each of them: the algorithm is conservative.
    ///
    /// # Formula
    /// $\text{examples shown after which the vector was another one} = \text{mistakes}$; vectors are compared, and no counter of updates is read
    /// # Premise
    /// Rule perceptron or normalized-perceptron, which update on mistakes; it is false for the margin perceptron. A run of the learning loop on
    /// examples that are not 0: an update on 0 changes nothing.
    /// # Source
    /// Vaughan, conservative algorithms (docs/theory.md, C-V5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "updates-are-mistakes"
    /// ```
    pub struct UpdatesAreMistakes {}
}

impl Claim for UpdatesAreMistakes {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::VECTOR_CHANGES, columns::MISTAKES).when([
            premise::compared_vectors(),
            premise::rule(&[RuleKind::Perceptron, RuleKind::NormalizedPerceptron]),
        ])
    }
}
