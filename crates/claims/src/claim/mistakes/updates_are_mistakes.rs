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
    /// updates = mistakes
    /// # Premise
    /// Rule perceptron or normalized-perceptron, which update on mistakes; it is false for the margin perceptron.
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
        Statement::identity(columns::UPDATES, columns::MISTAKES).when([
            premise::online(),
            premise::rule(&[RuleKind::Perceptron, RuleKind::NormalizedPerceptron]),
        ])
    }
}
