//! Claims that no update turns the vector away from the example that it adds.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use serde::{Deserialize, Serialize};

documented! {
    name = "turns-towards";
    /// No update turns the vector away from the signed example y·x that it adds; it may turn it away from a separator.
    ///
    /// # Formula
    /// $\lvert\lbrace \text{updates from } w \text{ to } w' \text{ with } \cos(w', yx) \lt \cos(w, yx)\rbrace\rvert = 0$; of a separator $u$, as printed: with $\cos(w', u) \lt \cos(w, u)$
    /// # Premise
    /// Rule perceptron or margin-perceptron; an exact run of the learning loop with an update on an example that is not 0; for a separator a planted
    /// integer direction. A vector of 0 has no direction.
    /// # Source
    /// docs/theory.md, C-B9: what is true in place of Bartlett's "θ_t and θ become more aligned with each update" (erratum E27).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "turns-towards"
    /// ```
    pub struct TurnsTowards {
        /// "example", or "separator", which is the statement as printed, and false.
        pub target: TurnTarget = "example",
    }
}

/// The direction that the weight vector is claimed to turn towards at every update.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum TurnTarget {
    /// The signed example y·x that the update adds.
    #[default]
    Example,
    /// The planted separator.
    Separator,
}

perceptron::documented::choice!(TurnTarget);

impl Claim for TurnsTowards {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (turned, mut premises) = match self.target {
            TurnTarget::Example => (columns::TURNED_FROM_EXAMPLE, vec![]),
            TurnTarget::Separator => {
                let planted = premise::watched_direction();
                (columns::TURNED_FROM_SEPARATOR, vec![planted])
            }
        };
        premises.extend([premise::watched_steps(), premise::perceptron_rule()]);
        Statement::surely(turned, 0)
            .when(premises)
            .even_if_cut_off()
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.target {
            TurnTarget::Example => own.saying(
                "No update turns the weight vector away from the signed example y·x that it adds.",
                r"$\lvert\lbrace \text{updates from } w \text{ to } w' \text{ with } \cos(w', yx) \lt \cos(w, yx)\rbrace\rvert = 0$",
            ),
            TurnTarget::Separator => own.saying(
                "As printed: no update turns the weight vector away from a separator u.",
                r"$\lvert\lbrace \text{updates from } w \text{ to } w' \text{ with } \cos(w', u) \lt \cos(w, u)\rbrace\rvert = 0$",
            ),
        })
    }
}
