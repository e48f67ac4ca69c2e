//! Claims that a run in passes comes back to a vector it had exactly where nothing separates the sample.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "cycles-exactly-if-not-separable";
    /// In cyclic order on integers, the perceptron comes back to a vector it had at the beginning of a pass exactly if no vector separates the sample.
    ///
    /// # Formula
    /// ```text
    /// 1 if some vector began two passes, else 0 = 1 if not separable, else 0; the cycle's updates λ_i then give Σ λ_i y_i x_i = 0, λ ≥ 0, λ ≠ 0
    /// ```
    /// # Premise
    /// Exact features, cyclic order, run to a clean pass; separability is decided apart, with its own certificate. A run that was cut off before
    /// it came back leaves a sample without a separator open.
    /// # Source
    /// MIT, non-separable case; boundedness of the perceptron, Efron, Block and Levin 1970 (theory C-M8, C-H18, T9, 8.10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "cycles-exactly-if-not-separable"
    /// ```
    pub struct CyclesExactlyIfNotSeparable {}
}

impl Claim for CyclesExactlyIfNotSeparable {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "MIT, non-separable case"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::CyclicPasses]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::MaxMargin, Measure::Cycle]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        let is_open = row.cycle_found == Some(false)
            && row.separable == Some(false)
            && row.stop_reason.as_deref() == Some("update-cap");
        row.cycle_found
            .filter(|_| !is_open)
            .map(|found| Quantity::count(u64::from(found)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?
            .separable
            .map(|separable| Quantity::count(u64::from(!separable)))
    }

    /// A run that was cut off after it came back is what the claim speaks of.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
