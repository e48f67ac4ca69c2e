//! Claims the expected excess risk of empirical risk minimization on atoms with noisy labels.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "agnostic-excess-risk";
    /// Where the labels of basis vectors are noisy, the expected risk of empirical risk minimization above the best possible is known exactly.
    ///
    /// # Formula
    /// ```text
    /// E[risk] − (1−ρ)/2 = ρ Σⱼ P(Bin(m, 1/d) = j) [P(Bin(j, (1−ρ)/2) > j/2) + ½ P(= j/2)]
    /// ```
    /// # Premise
    /// Generator agnostic-basis, learner majority-of-atoms, test_ties positive or half: a tied vote is a fair coin on average over targets.
    /// # Source
    /// Urner, agnostic sample size (theory C-U5, R9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "agnostic-excess-risk"
    /// slack = 0.05
    /// ```
    pub struct AgnosticExcessRisk {}
}

impl Claim for AgnosticExcessRisk {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "Urner, agnostic case, exactly"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Learner(&["majority-of-atoms"]),
            Premise::FairTestTies,
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
