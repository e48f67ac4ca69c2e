//! Evaluates Owen's T function, from which the risk under a truncated Gaussian is computed.

use super::values::Real;
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::special::owens_t;

documented! {
    name = "owens-t";
    /// Owen's T function, the probability that X > h and 0 < Y < aX for independent standard normal X and Y.
    ///
    /// # Formula
    /// T(h, a) = (1/2π) ∫₀ᵃ exp(−h²(1+x²)/2)/(1+x²) dx
    /// # Source
    /// Owen (1956), Tables for computing bivariate normal probabilities; used by docs/theory.md, R4.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk owens-t h=0.5 a=1
    /// ```
    pub struct OwensT {
        /// The value h at which the wedge begins; its sign does not matter.
        pub h: Real,
        /// The slope a of the wedge; T is odd in a.
        pub a: Real,
    }
}

impl Evaluate for OwensT {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        Ok(ClosedFormValue::of(vec![NamedNumber::float(
            "T(h, a)",
            owens_t::owens_t(self.h.0, self.a.0),
        )]))
    }
}
