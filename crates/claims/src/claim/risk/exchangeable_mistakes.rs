//! Claims that every position of the sample is equally likely to be updated on.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;
use serde::{Deserialize, Serialize};

/// Which positions of the sample are tested for being updated on as often as the average position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ComparedPositions {
    /// The first position: how often the first example is updated on.
    First,
    /// All positions, by the mean position of the examples updated on.
    Mean,
}

perceptron::documented::choice!(ComparedPositions);

documented! {
    name = "exchangeable-mistakes";
    /// Under random draws every position of an independent sample is equally likely to be updated on, the first one too.
    ///
    /// # Formula
    /// $P(\text{the first example is updated on}) = \mathbb{E}[\text{different examples updated on}]/N$
    /// of = "mean": $\mathbb{E}[\text{sum of the positions, from 1, of the examples updated on}] \cdot 2/(N(N+1)) = \mathbb{E}[\text{different examples updated on}]/N$
    /// # Premise
    /// iid; order shuffled, random or random-misclassified, which do not look at positions. Under a cyclic order the first example is updated on with probability 1.
    /// # Source
    /// Hardt and Recht's note, proof of the theorem (docs/theory.md: C-H13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "exchangeable-mistakes"
    /// ```
    pub struct ExchangeableMistakes {
        /// "first" or "mean": whether early or late examples are favoured.
        pub of: ComparedPositions = "first",
    }
}

impl Claim for ExchangeableMistakes {
    fn statement(&self, _: &MarginSource) -> Statement {
        let share = Term::from(columns::DISTINCT_MARGIN_MISTAKES).over(limits::sample_size());
        let observed = match self.of {
            ComparedPositions::First => Term::from(columns::FIRST_EXAMPLE_UPDATED),
            ComparedPositions::Mean => Term::from(columns::UPDATED_POSITIONS).over(all_positions()),
        };
        Statement::expectation_identity(observed, share)
            .when([premise::iid(), premise::exchangeable_order()])
            .against_a_measurement()
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        let share = r"\mathbb{E}[\text{different examples updated on}]/N";
        let observed = match self.of {
            ComparedPositions::First => r"P(\text{the first example is updated on})",
            ComparedPositions::Mean => {
                r"\mathbb{E}[\text{sum of the positions, from 1, of the examples updated on}] \cdot 2/(N(N+1))"
            }
        };
        Some(own.with_tex(format!("${observed} = {share}$")))
    }
}

/// N(N+1)/2, the sum of all positions.
fn all_positions() -> Term {
    limits::sample_size().map(|examples| {
        let next = examples.plus(&Quantity::count(1));
        Some(examples.times(&next).over(&Quantity::count(2)))
    })
}
