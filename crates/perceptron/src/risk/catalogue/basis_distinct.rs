//! Evaluates the expected number of different basis vectors in a sample.

use super::values::{AtLeast, Labels, Masses};
use super::{ClosedFormValue, Evaluate, FormError, atoms};
use crate::documented::documented;

documented! {
    name = "basis-distinct";
    /// The expected number of different basis vectors in n draws, which is the number of mistakes of the perceptron in one pass: one on each new
    /// vector.
    ///
    /// # Formula
    /// E D = Σ 1 − (1−pᵢ)ⁿ
    /// # Source
    /// docs/theory.md, R6.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk basis-distinct dimension=3 examples=4
    /// ```
    pub struct BasisDistinct {
        /// Number of basis vectors d, from 1; may be left out if a list is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dimension: Option<AtLeast<1>>,
        /// Number of independent draws n, from 0.
        pub examples: AtLeast<0>,
        /// uniform (if left out: 1/d each), light (1/(n+1) on the first d − 1, the rest on the last), or a list that sums to 1.
        #[serde(default)]
        pub masses: Masses,
    }
}

impl Evaluate for BasisDistinct {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let groups = atoms::groups(
            self.dimension.map(|d| d.0),
            &self.masses,
            &Labels::Positive,
            self.examples.0,
        )?;
        Ok(ClosedFormValue::of(vec![atoms::expected_distinct(
            "expected number of different examples",
            &groups,
            self.examples.0,
        )]))
    }
}
