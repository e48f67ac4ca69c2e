//! Claims that the returned vector classifies its own sample without an error.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "no-training-errors";
    /// When the run has ended in a clean pass, the returned vector makes no error on the sample it was trained on.
    ///
    /// # Formula
    /// ```text
    /// #{i : y_i ≠ prediction of w on x_i} = 0, recounted by a scan of the sample with the vector summed up from the updates
    /// ```
    /// # Premise
    /// The run ends at a clean pass; last vector. Ties are scored by test_ties, so with test_ties = "mistake" it says y⟨w, x⟩ > 0 for all examples.
    /// # Source
    /// Urner, Theorem 3, output; Bartlett, empirical risk (theory C-U11, C-B1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "no-training-errors"
    /// ```
    pub struct NoTrainingErrors {}
}

impl Claim for NoTrainingErrors {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Urner, Theorem 3, output"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::RunToCleanPass, Premise::SumOfUpdates]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.training_errors.map(Quantity::float)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }
}
