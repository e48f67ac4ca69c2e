//! Claims the exact expected risk on the minimax family, averaged over its labelings.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "minimax-average-risk";
    /// Averaged over the labelings of the minimax family, the expected risk of every rule that is right on what it saw and guesses the rest
    /// without knowing it is A(n, d) exactly.
    ///
    /// # Formula
    /// ```text
    /// E[risk] = A(n, d) = ((k−1)/(2n)) (1 − 1/n)^n + ½ p (1 − p)^n,  k = min(n, d), p = 1 − (k−1)/n
    /// ```
    /// # Premise
    /// Generator minimax with uniform labels; the run ends in a clean pass; test_ties positive or half. Where a tie in the test is a mistake, the
    /// vectors that were not seen are all wrong, and the risk is 2A for every labelling.
    /// # Source
    /// Theory C-B14: what the proof of Bartlett's Theorem 3.1 bounds from below.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-average-risk"
    /// ```
    pub struct MinimaxAverageRisk {}
}

impl Claim for MinimaxAverageRisk {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "proof of Bartlett, Theorem 3.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::UniformLabelling,
            Premise::RunToCleanPass,
            Premise::FairTestTies,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.risk_exact.clone().map(Quantity::exact)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.minimax_average.clone().map(Quantity::exact)
    }
}
