//! Claims, as printed, that the vector (1, w) on (1, x) predicts what w and b predict.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "printed-embedding";
    /// As printed: with x′ = (1, x) and w′ = (1, w), ⟨w′, x′⟩ predicts what ⟨w, x⟩ + b does. It is 1 + ⟨w, x⟩: right for b = 1 only.
    ///
    /// # Formula
    /// errors on the sample with the constant feature's weight replaced by 1 = errors on the sample
    /// # Premise
    /// With an offset; last vector; exact features.
    /// # Source
    /// Urner, embedding as printed (theory C-U1, C-B2, erratum E9). The vector must be (b, w).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "printed-embedding"
    /// ```
    pub struct PrintedEmbedding {}
}

impl Claim for PrintedEmbedding {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Urner, embedding as printed"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Offset, Premise::SumOfUpdates]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.unit_offset_errors.map(Quantity::float)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.training_errors.map(Quantity::float)
    }
}
