//! Claims the exact expected risk on independent basis vectors: the mass of what was not seen.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "unseen-mass-risk";
    /// On independent draws of basis vectors, the expected risk of a rule that is right on every vector it saw and scores the others 0 is the
    /// expected mass of the vectors it did not see.
    ///
    /// # Formula
    /// ```text
    /// E[risk] = Σ pᵢ (1 − pᵢ)^N tᵢ,  tᵢ = 1 where a tie in the test is a mistake, ½ for half, [yᵢ = −1] where sign(0) = +1
    /// ```
    /// # Premise
    /// Independent draws of basis vectors with known masses; no offset; the run ends in a clean pass; last vector. With replicates = "all" both
    /// sides are fractions, and nothing is estimated.
    /// # Source
    /// Theory R6, C-H11, C-H13. An upper bound passes a learner that was tested on its own examples; this identity does not (theory N18, N19).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "unseen-mass-risk"
    /// ```
    pub struct UnseenMassRisk {}
}

impl Claim for UnseenMassRisk {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "exact case of Hardt and Recht, Theorem"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Iid,
            Premise::UnseenMass,
            Premise::RunToCleanPass,
            Premise::LastVector,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk, Measure::UnseenMass]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.risk_exact.clone().map(Quantity::exact)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.unseen_mass_risk.clone().map(Quantity::exact)
    }
}
