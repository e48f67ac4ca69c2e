//! Evaluates the distribution of the number of basis vectors that a sample misses.

use super::values::{AtLeast, ExactFraction};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber, atoms};
use crate::documented::documented;
use crate::risk::closed::basis;
use crate::sample::Rational;

documented! {
    name = "basis-unseen";
    /// The probabilities that 0, 1, …, K of K basis vectors of equal mass q are missing from n draws; the rest of the mass lies elsewhere.
    ///
    /// # Formula
    /// P(u missing) = C(K, u) Σⱼ (−1)ʲ C(K−u, j) (1 − (u+j)q)ⁿ
    /// # Source
    /// docs/theory.md, R6.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk basis-unseen points=4 examples=6
    /// perceptron-lab risk basis-unseen points=4 mass=1/10 examples=9 unseen=2
    /// ```
    pub struct BasisUnseen {
        /// Number of basis vectors K, from 1.
        pub points: AtLeast<1>,
        /// The mass q of each vector, above 0 and at most 1/K; 1/K if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mass: Option<ExactFraction>,
        /// Number of independent draws n, from 0.
        pub examples: AtLeast<0>,
        /// Give only the probability that exactly this many are missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub unseen: Option<AtLeast<0>>,
    }
}

impl Evaluate for BasisUnseen {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let (points, examples) = (self.points.0, self.examples.0);
        let most = Rational::new(1, i64::from(points));
        let mass = self.mass.as_ref().map_or(&most, |mass| &mass.0);
        if mass.is_zero() || mass.is_negative() || *mass > most {
            return Err(FormError::value(
                "mass",
                format!("`{mass}` is out of range; allowed is a number above 0 and at most {most}"),
            ));
        }
        if !atoms::is_feasible(points, &mass.denominator(), examples) {
            return Err(FormError::value(
                "examples",
                "too many for exact fractions, and floats would lose all digits; give fewer points or examples",
            ));
        }
        let distribution = basis::unseen_distribution(points, &mass.to_big(), examples)
            .into_iter()
            .zip(0_u32..);
        let mut all = distribution.map(|(probability, unseen)| {
            NamedNumber::fraction(&format!("P({unseen} unseen)"), probability.into())
        });
        let Some(AtLeast(unseen)) = self.unseen else {
            return Ok(ClosedFormValue::of(all.collect()));
        };
        let out_of_range = || {
            FormError::value(
                "unseen",
                format!("`{unseen}` is out of range; allowed is a whole number from 0 to {points}"),
            )
        };
        all.nth(unseen as usize)
            .map(|one| ClosedFormValue::of(vec![one]))
            .ok_or_else(out_of_range)
    }
}
