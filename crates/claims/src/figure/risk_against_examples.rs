//! Draws the mean risk against the number of examples.

use super::chart::Chart;
use super::{Builder, Gallery, curve};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "risk-against-examples";
    /// The mean risk against the number N of examples, with its limit, its exact expectation and the Bayes risk if they are known, and with the bound
    /// of the uniform law on classifiers without an error on their sample.
    ///
    /// # Formula
    /// mean risk ± t·s/√n at 99 % against N, with the limit of every in-expectation claim on the risk, the exact value of every
    /// expectation-identity, and √(P ln(N+1)/N) + √(2 ln 20/N)
    /// # Premise
    /// The risk is measured.
    /// # Source
    /// Hardt and Recht, Theorem: E[risk] ≤ 3/(γ²(N+1)).
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["risk-against-examples"]
    /// ```
    pub struct RiskAgainstExamples;
}

impl Builder for RiskAgainstExamples {
    fn columns(&self) -> &'static [AnyColumn] {
        const {
            &[
                columns::RISK.any(),
                columns::DIMENSION.any(),
                columns::STOP_REASON.any(),
            ]
        }
    }

    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        curve::charts(gallery, columns::RISK.any(), Self::DOC.name)
    }
}
