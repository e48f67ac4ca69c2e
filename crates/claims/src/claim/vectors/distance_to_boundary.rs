//! Claims that a score divided by the norm is the distance to the boundary.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use serde::{Deserialize, Serialize};

documented! {
    name = "distance-to-boundary";
    /// The score divided by the norm is the distance to the boundary {⟨θ, x⟩ + θ₀ = 0}: of the nearest example, or of the origin.
    ///
    /// # Formula
    /// $\lVert x - z\rVert^2 = (y(\langle\theta, x\rangle + \theta_0))^2/\lVert\theta\rVert^2$ at the nearest example $x$, and $\lVert z\rVert^2 = \theta_0^2/\lVert\theta\rVert^2$ for the origin,
    /// $z$ the point of the boundary nearest to it, found from a system of equations
    /// # Premise
    /// Last vector of the learning loop, exact, not 0; features as drawn, with or without a constant one. For the nearest example all margins are
    /// positive, so that the signs are on the right side; for the origin there is an offset whose weight is not 0.
    /// # Source
    /// Vaughan, margin; MIT, geometry of the offset (docs/theory.md: C-V2, C-M12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "distance-to-boundary"
    /// of   = "origin"
    /// ```
    pub struct DistanceToBoundary {
        /// "nearest-example" or "origin".
        pub of: DistancePoint = "nearest-example",
        /// The number that the score is divided by: "normal", ‖θ‖; "whole-vector", ‖(θ, θ₀)‖; or "one".
        pub divided_by: Divisor = "normal",
    }
}

/// The point whose distance to the decision boundary the claim states.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum DistancePoint {
    /// The example nearest to the boundary.
    #[default]
    NearestExample,
    /// The origin.
    Origin,
}

perceptron::documented::choice!(DistancePoint);

/// The number by which the claim divides a score to get a distance.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Divisor {
    /// ‖θ‖, the norm of the weight vector without the weight of the constant feature.
    #[default]
    Normal,
    /// The norm of the weight vector with the weight of the constant feature.
    WholeVector,
    /// 1: the score is not divided.
    One,
}

perceptron::documented::choice!(Divisor);

impl Claim for DistanceToBoundary {
    fn statement(&self, _: &MarginSource) -> Statement {
        let whole = || Term::from(columns::OUTPUT_NORM_SQUARED);
        let (distance, score, known) = match self.of {
            DistancePoint::NearestExample => (
                columns::NEAREST_DISTANCE_SQUARED,
                Term::from(columns::OUTPUT_MARGIN_SQUARED).times(whole()),
                premise::positive_output_margins(),
            ),
            DistancePoint::Origin => (
                columns::ORIGIN_DISTANCE_SQUARED,
                Term::from(columns::INTERCEPT_SQUARED),
                premise::some_intercept(),
            ),
        };
        let limit = match self.divided_by {
            Divisor::Normal => score.over(columns::NORMAL_SQUARED),
            Divisor::WholeVector => score.over(whole()),
            Divisor::One => score,
        };
        Statement::identity(distance, limit).when([known, premise::known_boundary()])
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        let (distance, score) = match self.of {
            DistancePoint::NearestExample => (
                r"\lVert x - z\rVert^2",
                r"(y(\langle\theta, x\rangle + \theta_0))^2",
            ),
            DistancePoint::Origin => (r"\lVert z\rVert^2", r"\theta_0^2"),
        };
        let divisor = match self.divided_by {
            Divisor::Normal => r"/\lVert\theta\rVert^2",
            Divisor::WholeVector => r"/\lVert(\theta, \theta_0)\rVert^2",
            Divisor::One => "",
        };
        let tex = format!(
            "${distance} = {score}{divisor}$, $z$ the point of the boundary nearest to it, found from a system of equations"
        );
        Some(own.with_tex(tex))
    }
}
