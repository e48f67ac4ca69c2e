//! Draws the mean risk against the number of examples.

use super::chart::Chart;
use super::observable::Observable;
use super::{Builder, Gallery, curve};
use crate::trial::Measure;
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
    fn measures(&self) -> &'static [Measure] {
        &[Measure::Risk]
    }

    fn chart(&self, gallery: &Gallery) -> Option<Chart> {
        curve::chart(gallery, Observable::Risk, Self::DOC.name)
    }
}
