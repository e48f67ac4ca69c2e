//! Names the rounds over which a mistake bound adds the losses of its comparator.

use crate::claim::Term;
use crate::trial::{Column, columns};
use perceptron::sample::Quantity;

/// The rounds over which a bound adds the losses of the comparator.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    serde::Serialize,
    serde::Deserialize,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Rounds {
    /// The rounds with an update.
    #[default]
    Updates,
    /// All examples shown, which makes the bound larger.
    All,
}

perceptron::documented::choice!(Rounds);

impl Rounds {
    /// The column with the sum of the hinge losses over these rounds.
    pub(super) fn hinge_sum(self) -> Column<Quantity> {
        match self {
            Self::Updates => columns::COMPARATOR_HINGE_SUM,
            Self::All => columns::COMPARATOR_HINGE_SUM_ALL,
        }
    }

    /// The column with the sum of the squared deficits over these rounds.
    pub(super) fn deficit_squared(self) -> Column<Quantity> {
        match self {
            Self::Updates => columns::COMPARATOR_DEFICIT_SQUARED,
            Self::All => columns::COMPARATOR_DEFICIT_SQUARED_ALL,
        }
    }

    /// The set of rounds in TeX: I for the rounds with an update, all t otherwise.
    pub(super) fn tex(self) -> &'static str {
        match self {
            Self::Updates => r"t\in I",
            Self::All => "t",
        }
    }
}

/// R²/γ², with R the largest norm in the sample and γ the margin of the comparator.
pub(super) fn radius_over_margin_squared() -> Term {
    Term::from(columns::RADIUS_SQUARED).over(columns::COMPARATOR_MARGIN_SQUARED)
}
