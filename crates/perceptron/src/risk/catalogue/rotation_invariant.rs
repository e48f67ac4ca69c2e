//! Evaluates the risk under rotation-invariant laws.

use super::values::Angle;
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::rotation_invariant;

documented! {
    name = "rotation-invariant";
    /// The risk at an angle from the separator, for every law that rotations leave as it is and that keeps no margin.
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
