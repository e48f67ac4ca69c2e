//! Draws the mean risk against the number of examples.

use super::chart::Chart;
use super::{Builder, Gallery, curve};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "risk-against-examples";
    /// The mean risk against the number N of examples, with its limit and the Bayes risk where there are any.
    ///
    /// # Formula
    /// mean risk ± t·s/√n at 99 % against N, with the limit of every in-expectation claim on the risk
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
        const { &[columns::RISK.any()] }
    }

    fn chart(&self, gallery: &Gallery) -> Option<Chart> {
        curve::chart(gallery, columns::RISK.any(), Self::DOC.name)
    }
}
