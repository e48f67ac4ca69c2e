//! Claims that no run on a sample without a separator comes to an end.

use super::{Claim, Form, MarginSource, Premise};
use crate::documented::documented;
use crate::sample::Quantity;
use crate::trial::{Measure, Trial};

documented! {
    name = "never-stops";
    /// On a sample that no vector separates strictly, the perceptron never comes to a pass without updates.
    ///
    /// # Formula
    /// 1 if the run ended at a clean pass, else 0; claimed to be 0
    /// # Premise
    /// No vector has positive margins on all examples, by a Gordan certificate; run to a clean pass. It is true where a tie is a mistake: a clean pass
    /// would be a strict separator. With sign(0) = +1 a run can end at w = 0.
    /// # Source
    /// MIT, non-separable case; Hardt and Recht's note, question; Urner, Theorem 1 (theory C-M8, C-H18, errata E4, E10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "never-stops"
    /// ```
    pub struct NeverStops {}
}

impl Claim for NeverStops {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "MIT, non-separable case"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::RunToCleanPass, Premise::NotSeparable]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        MarginSource::Max.measures()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let stopped = rows.first()?.stop_reason.as_deref()? == "clean-pass";
        Some(Quantity::count(u64::from(stopped)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// A run that was cut off has not stopped: that is what is claimed.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
