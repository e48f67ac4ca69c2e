//! Claims that a construction attains the mistake bound, so that the bound cannot be improved.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "mistake-bound-is-attained";
    /// On this construction the learner makes exactly (R/γ)² mistakes.
    ///
    /// # Formula
    /// mistakes = (R/γ)²
    /// # Premise
    /// A separator with positive margin γ; any rule. Without a premise on the data: it is a claim about the construction.
    /// # Source
    /// Theory T1 to T4; Shalev-Shwartz and Ben-David, exercise 9.3.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "mistake-bound-is-attained"
    /// ```
    pub struct MistakeBoundIsAttained {}
}

impl Claim for MistakeBoundIsAttained {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "tightness of Vaughan, Theorem 1"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![Premise::PositiveMargin(margin.clone())]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        limits::squared_ratio(rows.first()?, margin)
    }
}
