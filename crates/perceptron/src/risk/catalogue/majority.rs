//! Evaluates the risk of integer weights on a majority function.

use super::values::{AtLeast, Integers};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::{TestTies, majority};
use crate::sample::Rational;

documented! {
    name = "majority";
    /// The risk of integer weights if the label is the majority of the first r of n uniform random signs, by counting all 2ⁿ sign vectors.
    ///
    /// # Formula
    /// Let A = x₁ + … + x_r, B = ⟨w, x⟩, N = #{A > 0, B < 0} and T = #{B = 0}.
    /// Then R = (2N + T)/2ⁿ if a tie is a mistake, and (2N + T/2)/2ⁿ if it predicts +1 or counts half.
    /// # Source
    /// docs/theory.md, R5.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk majority weights=3,1,-2,1,1 relevant=3 test_ties=mistake
    /// ```
    pub struct Majority {
        /// The weights w, integers; their number is n. Exact up to n = 127.
        pub weights: Integers,
        /// Number of features r that vote, the first ones: odd, at most n.
        pub relevant: AtLeast<1>,
        /// How ⟨w, x⟩ = 0 counts: mistake, positive or half.
        pub test_ties: TestTies = "mistake",
    }
}

impl Evaluate for Majority {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let (weights, relevant) = (&self.weights.0, self.relevant.0 as usize);
        let n = weights.len();
        if relevant.is_multiple_of(2) || relevant > n {
            return Err(FormError::value(
                "relevant",
                format!(
                    "`{relevant}` is out of range; allowed is an odd number from 1 to {n}, the number of weights"
                ),
            ));
        }
        let too_many = "the sums of these weights have too many different values to count them; give fewer or smaller ones";
        let risk = majority::risk(weights, relevant, self.test_ties)
            .ok_or_else(|| FormError::value("weights", too_many))?;
        let quantity = NamedNumber::new("risk", risk.value, risk.exact().map(Rational::from));
        let inexact = || {
            format!(
                "{n} weights are beyond the exact range of 127: computed with float probabilities, to about 12 digits"
            )
        };
        let note = quantity.exact.is_none().then(inexact);
        Ok(ClosedFormValue {
            quantities: vec![quantity],
            note,
        })
    }
}
