//! Claims that a sample has a separator with a positive margin.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "strictly-separable";
    /// Some vector classifies the sample with a positive margin.
    ///
    /// # Formula
    /// 1 if a vector with y⟨w, x⟩ > 0 for all examples exists, else 0; claimed to be 1
    /// # Premise
    /// None: it is decided with a certificate, a separator or nonnegative multipliers λ ≠ 0 with Σ λ_i y_i x_i = 0 (Gordan). An offset is part of x.
    /// # Source
    /// MIT, separability; Hardt and Recht's note (theory C-M3, C-M11, C-M13, errata E1, E13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "strictly-separable"
    /// ```
    pub struct StrictlySeparable {}
}

impl Claim for StrictlySeparable {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "MIT, separability"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        MarginSource::Max.measures()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .separable
            .map(|separable| Quantity::count(u64::from(separable)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(1))
    }

    /// Separability is a property of the sample, not of the run.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
