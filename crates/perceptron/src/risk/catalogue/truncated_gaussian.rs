//! Evaluates the risk under a Gaussian distribution conditioned on a margin.

use super::values::{Angle, GaussianMargin};
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::truncated_gaussian;

documented! {
    name = "truncated-gaussian";
    /// The risk at an angle from the separator u, for x ~ N(0, I) given |⟨u, x⟩| ≥ g, in any dimension from 2.
    ///
    /// # Formula
    /// R = 1/2 − T(g, cot θ)/Φ(−g) with Owen's T; R(π−θ) = 1 − R(θ).
    /// # Source
    /// docs/theory.md, R4.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk truncated-gaussian margin=1 angle=1.3
    /// ```
    pub struct TruncatedGaussian {
        /// The margin g, from 0 to 1000000.
        pub margin: GaussianMargin,
        /// Angle θ between w and u in radians, 0 to π.
        pub angle: Angle,
    }
}

impl Evaluate for TruncatedGaussian {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        Ok(ClosedFormValue::risk(truncated_gaussian::risk(
            self.margin.0,
            self.angle.0,
        )))
    }
}
