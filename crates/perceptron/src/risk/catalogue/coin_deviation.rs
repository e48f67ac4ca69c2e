//! Evaluates how often the mean risk of the hypotheses of an online run on fair coins reaches the share of mistakes plus a root.

use super::values::{AtLeast, ExactFraction};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::coins;
use crate::sample::{Quantity, Rational, hoeffding_root};

/// Most examples, because the sum of binomial coefficients is exact.
const MOST_EXAMPLES: u32 = 10_000;

documented! {
    name = "coin-deviation";
    /// The probability that the risk 1/2 reaches the share of mistakes on n fair coins plus c√(ln(1/δ)/(2n)), which a bound allows with probability δ.
    ///
    /// # Formula
    /// P(1/2 ≥ M/n + c√(ln(1/δ)/(2n))), M binomial with n throws and probability 1/2
    /// # Source
    /// docs/theory.md, X5.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk coin-deviation examples=100 delta=1/20
    /// perceptron-lab risk coin-deviation examples=100 delta=1/20 root=1/2
    /// ```
    pub struct CoinDeviation {
        /// Number of examples n, from 1 to 10000.
        pub examples: AtLeast<1>,
        /// The probability δ, above 0 and below 1.
        pub delta: ExactFraction,
        /// The factor c on the root, from 0; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub root: Option<ExactFraction>,
    }
}

impl Evaluate for CoinDeviation {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let (examples, delta) = (self.examples.0, &self.delta.0);
        let one = Rational::one();
        let factor = self.root.as_ref().map_or(&one, |root| &root.0);
        if examples > MOST_EXAMPLES {
            let problem =
                format!("`{examples}` is out of range; allowed is at most {MOST_EXAMPLES}");
            return Err(FormError::value("examples", problem));
        }
        if delta.is_zero() || delta.is_negative() || *delta >= one {
            let problem =
                format!("`{delta}` is out of range; allowed is a number above 0 and below 1");
            return Err(FormError::value("delta", problem));
        }
        if factor.is_negative() {
            let problem = format!("`{factor}` is out of range; allowed is a number from 0");
            return Err(FormError::value("root", problem));
        }
        let root = hoeffding_root(&Quantity::count(examples.into()), delta, factor);
        let most = coins::most_failing(examples, &root).map_err(|mistakes| {
            let problem = format!(
                "the root is too close to 1/2 − {mistakes}/{examples} to be compared with it"
            );
            FormError::value("root", problem)
        })?;
        let probability = most.map_or(Rational::zero(), |most| {
            coins::at_most(examples, most).into()
        });
        let mut quantities = vec![
            NamedNumber::fraction("P(the risk reaches the share plus the root)", probability),
            NamedNumber::float("root", root.value),
        ];
        quantities.extend(most.map(|most| {
            NamedNumber::fraction("most mistakes with which it does", u64::from(most).into())
        }));
        Ok(ClosedFormValue::of(quantities))
    }
}
