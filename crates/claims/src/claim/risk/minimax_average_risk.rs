//! Claims the exact expected risk on the minimax family, averaged over its labelings.

use super::unseen_mass_risk::exact_risk;
use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "minimax-average-risk";
    /// Averaged over the labelings of the minimax family, the expected risk is exactly A(n, d) for every rule that is right on the atoms that it saw
    /// and guesses the labels of the others without knowing them.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] = A(n, d)$, $A(n, d) = \frac{k-1}{2n} (1 - \frac{1}{n})^n + \frac{1}{2} p (1-p)^n$, $k = \min(n, d)$, $p = 1 - (k-1)/n$
    /// # Premise
    /// Generator minimax with uniform labels; the run ends in a clean pass; test_ties positive or half, and no stricter than ties; last
    /// vector, or no offset. Where a tie in the test is a mistake, the
    /// vectors that were not seen are all wrong, and the risk is 2A for every labelling.
    /// # Source
    /// docs/theory.md, C-B14: what the proof of Bartlett's Theorem 3.1 bounds from below.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-average-risk"
    /// ```
    pub struct MinimaxAverageRisk {}
}

impl Claim for MinimaxAverageRisk {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::expectation_identity(exact_risk(), columns::MINIMAX_AVERAGE).when([
            premise::uniform_labelling(),
            premise::ran_to_clean_pass(),
            premise::fair_test_ties(),
            premise::test_errors_call_for_updates(),
            premise::right_on_what_it_saw(),
        ])
    }
}
