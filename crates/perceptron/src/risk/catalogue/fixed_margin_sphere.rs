//! Evaluates the risk on the two slices of the sphere at one margin.

use super::values::{Angle, AtLeast, PositiveMargin};
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::fixed_margin;

documented! {
    name = "fixed-margin-sphere";
    /// The risk at an angle from the separator u, for x uniform on the unit sphere given |⟨u, x⟩| = γ.
    ///
    /// # Formula
    /// R = F_{d−1}(−γ cot θ/√(1−γ²)) for θ ≤ π/2, which is 0 if sin θ ≤ γ; R(π−θ) = 1 − R(θ). F_d: distribution function of a coordinate on
    /// the sphere.
    /// # Source
    /// docs/theory.md, R3b.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk fixed-margin-sphere dimension=10 margin=0.1 angle=0.5
    /// ```
    pub struct FixedMarginSphere {
        /// Number of features d, from 2.
        pub dimension: AtLeast<2>,
        /// The margin γ of every example, above 0 and below 1.
        pub margin: PositiveMargin,
        /// Angle θ between w and u in radians, 0 to π.
        pub angle: Angle,
    }
}

impl Evaluate for FixedMarginSphere {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        Ok(ClosedFormValue::risk(fixed_margin::risk(
            self.dimension.0 as usize,
            self.margin.0,
            self.angle.0,
        )))
    }
}
