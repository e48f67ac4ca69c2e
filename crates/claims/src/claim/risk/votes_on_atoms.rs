//! Claims the exact expected risks, on independent basis vectors, of the majority vote of an online run and of one of its vectors.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use serde::{Deserialize, Serialize};

/// How a classifier is made of the vectors of an online run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Combination {
    /// The majority of the vectors decides; a tie of votes is an error.
    MajorityVote,
    /// One of the vectors, drawn at random, decides.
    RandomHypothesis,
}

perceptron::documented::choice!(Combination);

documented! {
    name = "votes-on-atoms";
    /// On independent basis vectors the majority vote of the vectors of an online run, or one of them drawn at random, has the expected risk that the
    /// masses of the basis vectors give.
    ///
    /// # Formula
    /// of = "majority-vote": $\mathbb{E}[\text{risk of the majority vote of } h_0, \ldots, h_m] = \sum_i p_i (1 - p_i)^{\lceil (m+1)/2 \rceil - 1} t_i$, $m + 1 = N$ examples
    /// of = "random-hypothesis": $\mathbb{E}[\text{risk of a random } h_r] = \sum_i (1 - (1 - p_i)^{m+1}) t_i/(m+1)$
    /// $t_i = 1$ where a tie is a mistake, $[y_i = -1]$ where $\operatorname{sign}(0) = +1$; K equal atoms: $(1 - 1/K)^{\lceil (m+1)/2 \rceil - 1}$ and $K(1 - (1 - 1/K)^{m+1})/(m+1)$
    /// # Premise
    /// Independent draws of basis vectors with known masses; no offset; the learning loop with order stream; test_ties equal to ties; a rule that adds
    /// y·x. The vectors are h_0 = 0, …, h_m, each taken before one of the N = m + 1 examples, and each has one vote. With replicates = "all" both sides
    /// are fractions.
    /// # Source
    /// Exact case of Freund and Schapire 1999 (docs/theory.md: X3, R6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "votes-on-atoms"
    /// of   = "random-hypothesis"
    /// ```
    pub struct VotesOnAtoms {
        /// "majority-vote" or "random-hypothesis".
        pub of: Combination = "majority-vote",
    }
}

impl Claim for VotesOnAtoms {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (known, statement) = match self.of {
            Combination::MajorityVote => (
                premise::known_majority_vote_risk(),
                Statement::expectation_identity(
                    columns::MAJORITY_VOTE_RISK,
                    columns::EXPECTED_MAJORITY_VOTE_RISK,
                ),
            ),
            Combination::RandomHypothesis => (
                premise::known_iterate_risk(),
                Statement::expectation_identity(
                    columns::ITERATE_RISK,
                    columns::EXPECTED_ITERATE_RISK,
                ),
            ),
        };
        statement.when([premise::stream_of_atoms(), known])
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        let (statement, tex) = match self.of {
            Combination::MajorityVote => (
                "On independent basis vectors the majority vote of the vectors of an online run has the expected risk that their masses give.",
                r"$\mathbb{E}[\text{risk of the majority vote of } h_0, \ldots, h_m] = \sum_i p_i (1 - p_i)^{\lceil (m+1)/2 \rceil - 1} t_i$, $m + 1 = N$ examples",
            ),
            Combination::RandomHypothesis => (
                "On independent basis vectors a vector of an online run, drawn at random, has the expected risk that their masses give.",
                r"$\mathbb{E}[\text{risk of a random } h_r] = \sum_i (1 - (1 - p_i)^{m+1}) t_i/(m+1)$, $m + 1 = N$ examples",
            ),
        };
        Some(own.saying(statement, tex))
    }
}
