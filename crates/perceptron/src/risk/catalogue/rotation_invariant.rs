//! Evaluates the risk under rotation-invariant distributions.

use super::values::Angle;
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::rotation_invariant;

documented! {
    name = "rotation-invariant";
    /// The risk at an angle from the separator, for every rotation-invariant distribution without a margin.
    ///
    /// # Formula
    /// R = θ/π
    /// # Source
    /// docs/theory.md, R2.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk rotation-invariant angle=0.7
    /// ```
    pub struct RotationInvariant {
        /// Angle θ between w and the separator in radians, 0 to π.
        pub angle: Angle,
    }
}

impl Evaluate for RotationInvariant {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        Ok(ClosedFormValue::risk(rotation_invariant::risk(
            self.angle.0,
        )))
    }
}
