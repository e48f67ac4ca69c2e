//! Claims that independent points can be given any labels as scores, exactly.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "labels-are-attained";
    /// If the points are linearly independent, some vector has the labels themselves as scores: θ·x_i = y_i for all i.
    ///
    /// # Formula
    /// 1 if θ·x_i = y_i for all i has a solution, found and checked in fractions, else 0; claimed to be 1
    /// # Premise
    /// Linearly independent points, exact. Complete over `replicates = "all"` of the generator labelings.
    /// # Source
    /// Bartlett, before Theorem 3.1 (theory C-B13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "labels-are-attained"
    /// ```
    pub struct LabelsAreAttained {}
}

impl Claim for LabelsAreAttained {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Bartlett, before Theorem 3.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::IndependentPoints]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .labels_attained
            .map(|attained| Quantity::count(u64::from(attained)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(1))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
