//! Claims, as printed, that the loop's index at return is within the mistake bound.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "loop-index-bound";
    /// As printed: the algorithm stops after t ≤ (RB)² iterations, t being the index of the loop when it returns. It is one more than the updates.
    ///
    /// # Formula
    /// passes ≤ (R/γ)², where every pass is a scan for a misclassified example
    /// # Premise
    /// A separator with positive margin; order first-misclassified, random-misclassified, most-violated or least-violated, whose scans are the loop.
    /// # Source
    /// Urner, Theorem 3 as printed (theory C-U9, erratum E11). What is true is that the updates are at most (RB)².
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "loop-index-bound"
    /// ```
    pub struct LoopIndexBound {}
}

impl Claim for LoopIndexBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Urner, Theorem 3 as printed"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::PositiveMargin(margin.clone()),
            Premise::RunToCleanPass,
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.passes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        limits::squared_ratio(rows.first()?, margin)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
