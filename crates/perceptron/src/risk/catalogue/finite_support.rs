//! Evaluates the risk under a distribution with finitely many atoms.

use super::values::{Fractions, Labels, Masses};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::{TestTies, finite_support};
use crate::sample::{Label, Rational};

documented! {
    name = "finite-support";
    /// The risk under a distribution with finitely many atoms, from the mass, the label and the score of each.
    ///
    /// # Formula
    /// R = Σ pᵢ ℓ(yᵢ, sign of scoreᵢ), ℓ = 0 if they agree, 1 if not, and as `test_ties` says for a score of 0.
    /// # Source
    /// docs/theory.md, R7.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk finite-support masses=1/2,1/4,1/4 labels=1,-1,1 scores=0.3,2,0 test_ties=half
    /// ```
    pub struct FiniteSupport {
        /// The probability of every atom, a list that sums to 1; uniform if left out.
        #[serde(default)]
        pub masses: Masses,
        /// The label of every atom, a list of 1 and -1; or positive, negative, alternating.
        pub labels: Labels,
        /// The score ⟨w, x⟩ of every atom; only the signs matter.
        pub scores: Fractions,
        /// How a score of 0 counts: mistake, positive or half.
        pub test_ties: TestTies = "mistake",
    }
}

impl FiniteSupport {
    fn labels(&self) -> Result<Vec<Label>, FormError> {
        let atoms = self.scores.0.len();
        match &self.labels {
            Labels::List(labels) if labels.len() != atoms => {
                Err(unequal("labels", labels.len(), atoms))
            }
            labels => Ok((0..atoms as u32).map(|index| labels.at(index)).collect()),
        }
    }

    fn masses(&self) -> Result<Vec<Rational>, FormError> {
        let atoms = self.scores.0.len();
        match &self.masses {
            Masses::List(masses) if masses.len() != atoms => {
                Err(unequal("masses", masses.len(), atoms))
            }
            Masses::List(masses) => Ok(masses.clone()),
            Masses::Uniform => Ok(vec![Rational::new(1, atoms as i64); atoms]),
            Masses::Light => Err(FormError::value(
                "masses",
                "light masses belong to the form basis; allowed are uniform and a list",
            )),
        }
    }
}

fn unequal(key: &str, found: usize, scores: usize) -> FormError {
    FormError::value(key, format!("there are {found}, but {scores} scores"))
}

impl Evaluate for FiniteSupport {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let masses: Vec<_> = self
            .masses()?
            .into_iter()
            .map(|mass| mass.to_big())
            .collect();
        let zero = Rational::zero();
        let signs: Vec<_> = self.scores.0.iter().map(|score| score.cmp(&zero)).collect();
        let risk = finite_support::risk_exact(&masses, &self.labels()?, &signs, self.test_ties);
        Ok(ClosedFormValue::of(vec![NamedNumber::fraction(
            "risk",
            risk.into(),
        )]))
    }
}
