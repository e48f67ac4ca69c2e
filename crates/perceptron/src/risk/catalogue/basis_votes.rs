//! Evaluates the expected risks, on basis vectors, of the majority vote of the hypotheses of an online run and of one of them.

use super::values::{AtLeast, Labels, Masses};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber, atoms};
use crate::documented::documented;
use crate::risk::closed::TestTies;
use crate::sample::Rational;

documented! {
    name = "basis-votes";
    /// The expected risks of the majority vote of h_0 = 0, …, h_m and of one of them drawn at random, where h_r is the perceptron's vector after r of m
    /// basis vectors. A tie of votes is an error, and a score of 0 is a wrong vote.
    ///
    /// # Formula
    /// Σ pᵢ(1−pᵢ)^(⌈(m+1)/2⌉−1) and Σ (1 − (1−pᵢ)^(m+1))/(m+1)
    /// # Source
    /// docs/theory.md, X3.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk basis-votes dimension=10 examples=20
    /// ```
    pub struct BasisVotes {
        /// Number of basis vectors K, from 1; may be left out if a list is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dimension: Option<AtLeast<1>>,
        /// Number of examples m, from 0. A run that tests the last hypothesis has one more.
        pub examples: AtLeast<0>,
        /// uniform (if left out: 1/K each), light (1/(m+1) on the first K − 1, the rest on the last), or a list that sums to 1.
        #[serde(default)]
        pub masses: Masses,
    }
}

impl Evaluate for BasisVotes {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let examples = self.examples.0;
        let groups = atoms::groups(
            self.dimension.map(|d| d.0),
            &self.masses,
            &Labels::Positive,
            examples,
        )?;
        let Some(votes) = examples.checked_add(1) else {
            return Err(FormError::value("examples", "too many"));
        };
        let decisive = votes.div_ceil(2) - 1;
        let vote = atoms::expected_risk(
            "risk of the majority vote",
            &groups,
            decisive,
            TestTies::Mistake,
        );
        let mistakes = atoms::expected_distinct("", &groups, votes);
        let exact = mistakes
            .exact
            .map(|sum| &sum / &Rational::from(u64::from(votes)));
        let random = NamedNumber::new(
            "risk of a random hypothesis",
            mistakes.value / f64::from(votes),
            exact,
        );
        Ok(ClosedFormValue::of(vec![vote, random]))
    }
}
