//! Claims the exact expected risk on independent basis vectors: the probability mass of the vectors that were not seen.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "unseen-mass-risk";
    /// On independent draws of basis vectors, a rule that is right on every vector it saw and scores the others 0 has as its expected risk the
    /// expected probability mass of the vectors it did not see.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] = \sum_i p_i (1 - p_i)^N t_i$, $t_i = 1$ where a tie in the test is a mistake, $1/2$ for half, $[y_i = -1]$ where $\operatorname{sign}(0) = +1$
    /// # Premise
    /// Independent draws of basis vectors with known masses; no offset; the run of the learning loop, or its dual, ends in a
    /// clean pass; a test error calls for an update in training; last vector. With replicates = "all" both
    /// sides are fractions, and nothing is estimated.
    /// # Source
    /// The exact case of Hardt and Recht, Theorem (docs/theory.md: R6, C-H11, C-H13). An upper bound passes a learner that was tested on its own
    /// examples; this identity does not (N18, N19 there).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "unseen-mass-risk"
    /// ```
    pub struct UnseenMassRisk {}
}

impl Claim for UnseenMassRisk {
    fn statement(&self, _: &MarginSource) -> Statement {
        let risk = exact_risk().known_as(columns::RISK);
        Statement::expectation_identity(risk, columns::UNSEEN_MASS_RISK).when([
            premise::unseen_mass(),
            premise::ran_to_clean_pass(),
            premise::test_errors_call_for_updates(),
            premise::sum_of_updates(),
        ])
    }
}

/// The risk of the hypothesis if it is known as a fraction; missing if it is only estimated.
pub(super) fn exact_risk() -> Term {
    Term::from(columns::RISK).map(|risk| risk.exact.map(Quantity::exact))
}
