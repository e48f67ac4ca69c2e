//! Claims the exact learning curves of the consistent hypotheses in the plane.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "version-space-risk";
    /// In the plane, without a margin, the expected risk of a consistent hypothesis is known exactly: of the worst, of a random one, and of the
    /// middle of the arc of all of them.
    ///
    /// # Formula
    /// ```text
    /// E[risk] = 3/(2(N+1)) for the worst, 2/(3(N+1)) for Gibbs, 1/(2(N+1)) for the middle
    /// ```
    /// # Premise
    /// Learner version-space; x of a rotation-invariant law in the plane, labelled by a line through the origin.
    /// # Source
    /// Theory R8, E23: the 1/N rate that Hardt and Recht's note contrasts with uniform convergence holds here for every consistent hypothesis.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "version-space-risk"
    /// slack = 0.05
    /// ```
    pub struct VersionSpaceRisk {}
}

impl Claim for VersionSpaceRisk {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "the circle, exact learning curves"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Learner(&[
                "version-space worst",
                "version-space gibbs",
                "version-space middle",
            ]),
            Premise::KnownExpectedRisk,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk, Measure::ExcessRisk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.excess_risk.clone()
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.expected_excess_risk.clone()
    }
}
