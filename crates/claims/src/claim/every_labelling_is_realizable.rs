//! Claims that independent points can be labelled at will: every labelling is separable.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "every-labelling-is-realizable";
    /// If the points are linearly independent, every labelling of them is realised by some vector.
    ///
    /// # Formula
    /// 1 if a labelling is not separable, by a Gordan certificate, else 0; claimed to be 0
    /// # Premise
    /// Linearly independent points, exact. Complete over `replicates = "all"` of the generator labelings.
    /// # Source
    /// Bartlett, before Theorem 3.1 (theory C-B13). Control: a third point that is the sum of two others.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "every-labelling-is-realizable"
    /// ```
    pub struct EveryLabellingIsRealizable {}
}

impl Claim for EveryLabellingIsRealizable {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, before Theorem 3.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::IndependentPoints]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::MaxMargin, Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .separable
            .map(|separable| Quantity::count(u64::from(!separable)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
