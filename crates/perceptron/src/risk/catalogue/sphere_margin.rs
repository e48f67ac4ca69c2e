//! Evaluates the risk on the sphere given a margin.

use super::values::{Angle, AtLeast, Margin};
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::truncated_sphere;

documented! {
    name = "sphere-margin";
    /// The risk at an angle from the separator u, for x uniform on the unit sphere given |⟨u, x⟩| ≥ γ.
    ///
    /// # Formula
    /// R = (2/P_γ) ∫_γ^{sin θ} f_d(s) F_{d−1}(−s cot θ/√(1−s²)) ds for θ ≤ π/2, and 0 if sin θ ≤ γ; R(π−θ) = 1 − R(θ).
    /// Here f_d and F_d are the density and the distribution function of a coordinate on the sphere, and P_γ = P(|s| ≥ γ).
    /// # Source
    /// docs/theory.md, R3.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk sphere-margin dimension=4 target_margin=0.2 angle=0.7
    /// ```
    pub struct SphereMargin {
        /// Number of features d, from 2.
        pub dimension: AtLeast<2>,
        /// The margin γ, from 0 to below 1.
        pub target_margin: Margin,
        /// Angle θ between w and u in radians, 0 to π.
        pub angle: Angle,
    }
}

impl Evaluate for SphereMargin {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        Ok(ClosedFormValue::risk(truncated_sphere::risk(
            self.dimension.0 as usize,
            self.target_margin.0,
            self.angle.0,
        )))
    }
}
