//! Evaluates the expected excess risk of empirical risk minimization with noisy labels.

use super::values::{AtLeast, Probability};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::agnostic_basis;

documented! {
    name = "agnostic-basis";
    /// The expected excess risk of empirical risk minimization over half-spaces on basis vectors with noisy labels.
    ///
    /// # Formula
    /// ρ Σⱼ P(Bin(m, 1/d) = j) [P(Bin(j, (1−ρ)/2) > j/2) + ½ P(Bin(j, (1−ρ)/2) = j/2)]
    /// # Source
    /// docs/theory.md, R9.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk agnostic-basis examples=50 dimension=5 rho=0.3
    /// ```
    pub struct AgnosticBasis {
        /// Number of examples m, from 0 to 10000000.
        pub examples: AtLeast<0>,
        /// Number of equally likely basis vectors d, from 1.
        pub dimension: AtLeast<1>,
        /// The advantage ρ, 0 to 1: an example has the more likely label of its basis vector with probability (1+ρ)/2.
        pub rho: Probability,
    }
}

/// Largest sample size for which the formula is evaluated; it is the number of terms of the sum, and more would take minutes.
const MOST_EXAMPLES: u32 = 10_000_000;

impl Evaluate for AgnosticBasis {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        if self.examples.0 > MOST_EXAMPLES {
            return Err(FormError::value(
                "examples",
                format!(
                    "`{}` is out of range; allowed is at most {MOST_EXAMPLES}",
                    self.examples.0
                ),
            ));
        }
        let excess = agnostic_basis::expected_excess(
            self.examples.0.into(),
            self.dimension.0.into(),
            self.rho.0,
        );
        Ok(ClosedFormValue::of(vec![NamedNumber::float(
            "expected excess risk",
            excess,
        )]))
    }
}
