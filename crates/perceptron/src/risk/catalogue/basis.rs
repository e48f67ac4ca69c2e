//! Evaluates the expected risk on basis vectors.

use super::values::{AtLeast, Labels, Masses};
use super::{ClosedFormValue, Evaluate, FormError, atoms};
use crate::documented::documented;
use crate::risk::closed::TestTies;

documented! {
    name = "basis";
    /// The expected risk after n draws of basis vectors, of any rule that is right on those it saw and scores 0 on the others.
    ///
    /// # Formula
    /// E R = Σ pᵢ(1−pᵢ)ⁿ tᵢ, where tᵢ is 1 if a tie is a mistake, 1/2 if it counts half, [yᵢ = −1] if it predicts +1.
    /// # Source
    /// docs/theory.md, R6.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk basis dimension=3 examples=3 labels=alternating
    /// perceptron-lab risk basis masses=1/2,1/4,1/4 examples=5 labels=1,-1,1 test_ties=positive
    /// ```
    pub struct Basis {
        /// Number of basis vectors d, from 1; may be left out if a list is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dimension: Option<AtLeast<1>>,
        /// Number of independent draws n, from 0.
        pub examples: AtLeast<0>,
        /// uniform (if left out: 1/d each), light (1/(n+1) on the first d − 1, the rest on the last), or a list that sums to 1.
        #[serde(default)]
        pub masses: Masses,
        /// positive (if left out), negative, alternating (+1 first), or a list of 1 and -1.
        #[serde(default)]
        pub labels: Labels,
        /// How a score of 0 counts: mistake, positive or half.
        pub test_ties: TestTies = "mistake",
    }
}

impl Evaluate for Basis {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let groups = atoms::groups(
            self.dimension.map(|d| d.0),
            &self.masses,
            &self.labels,
            self.examples.0,
        )?;
        Ok(ClosedFormValue::of(vec![atoms::expected_risk(
            "expected risk",
            &groups,
            self.examples.0,
            self.test_ties,
        )]))
    }
}
