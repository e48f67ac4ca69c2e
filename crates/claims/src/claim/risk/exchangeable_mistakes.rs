//! Claims that every position of the sample is equally likely to be updated on.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "exchangeable-mistakes";
    /// Under random draws every position of an independent sample is equally likely to be updated on, the first one too.
    ///
    /// # Formula
    /// ```text
    /// P(the first example is updated on) = E[number of different examples updated on]/N
    /// ```
    /// # Premise
    /// iid; order shuffled, random or random-misclassified, which do not look at positions. Under a cyclic order the first example is updated on with probability 1.
    /// # Source
    /// Hardt and Recht's note, proof of the theorem (docs/theory.md: C-H13, erratum E25).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "exchangeable-mistakes"
    /// ```
    pub struct ExchangeableMistakes {}
}

impl Claim for ExchangeableMistakes {
    fn statement(&self, _: &MarginSource) -> Statement {
        let share = Term::from(columns::DISTINCT_MARGIN_MISTAKES).over(limits::sample_size());
        Statement::expectation_identity(columns::FIRST_EXAMPLE_UPDATED, share)
            .when([premise::iid(), premise::exchangeable_order()])
            .against_a_measurement()
    }
}
