//! Evaluates the minimax lower bound on the risk, and the average risk that proves it.

use super::atoms::{self, AtomGroup};
use super::values::AtLeast;
use super::{ClosedFormValue, Evaluate, FormError};
use crate::documented::documented;
use crate::risk::closed::TestTies;
use crate::sample::{Label, Rational};

documented! {
    name = "minimax";
    /// The minimax lower bound: for every rule there is a distribution in dimension d on which its expected risk after n examples is at least this.
    /// Gives the printed bound, and the average risk A(n, d) over the labelings of the family that proves it.
    ///
    /// # Formula
    /// bound = min((n−1)/(2n), (d−1)/(2n)) (1 − 1/n)ⁿ; A(n, d) = bound + ½ p (1−p)ⁿ with k = min(n, d), p = 1 − (k−1)/n. The
    /// perceptron from zero, a tie being a mistake, has risk 2A for every labelling.
    /// # Source
    /// Bartlett, Theorem 3.1; docs/theory.md, C-B14.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk minimax examples=4 dimension=3
    /// ```
    pub struct Minimax {
        /// Number of examples n, from 1.
        pub examples: AtLeast<1>,
        /// Dimension d, from 1.
        pub dimension: AtLeast<1>,
    }
}

impl Evaluate for Minimax {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let n = self.examples.0;
        let light = n.min(self.dimension.0) - 1;
        let atom = |count, mass: u32| {
            AtomGroup::new(count, Rational::new(mass.into(), n.into()), Label::Positive)
        };
        let (most, all) = (
            vec![atom(light, 1)],
            vec![atom(light, 1), atom(1, n - light)],
        );
        // The label of an unseen atom is a fair coin, so a tie counts half.
        Ok(ClosedFormValue::of(vec![
            atoms::expected_risk("bound", &most, n, TestTies::Half),
            atoms::expected_risk("average risk A(n, d)", &all, n, TestTies::Half),
            atoms::expected_risk(
                "expected risk of the perceptron, ties a mistake",
                &all,
                n,
                TestTies::Mistake,
            ),
        ]))
    }
}
