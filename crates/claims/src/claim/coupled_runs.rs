//! Claims that a run does not notice the absence of an example it never updates on.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "coupled-runs";
    /// Leaving out an example that is never updated on leaves the sequence of updates as it is, on the same draws.
    ///
    /// # Formula
    /// number of examples without an update whose removal changes the sequence of updates = 0
    /// # Premise
    /// Coupled draws: the order does not depend on how many examples call for an update. Every removal is run; nothing is assumed.
    /// # Source
    /// Hardt and Recht's note, proof of the theorem (theory C-H12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "coupled-runs"
    /// ```
    pub struct CoupledRuns {}
}

impl Claim for CoupledRuns {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht's note, proof of the theorem"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Coupled]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Coupling]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.coupling_differences.map(Quantity::count)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }
}
