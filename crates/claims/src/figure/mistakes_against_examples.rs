//! Draws the mean number of mistakes against the number of examples.

use super::chart::Chart;
use super::{Builder, Gallery, curve};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "mistakes-against-examples";
    /// The mean number of mistakes against the number N of examples. A bound that does not depend on N says nothing about how the count grows.
    ///
    /// # Formula
    /// mean mistakes ± t·s/√n at 99 % against N
    /// # Premise
    /// A learner that makes mistakes one example at a time.
    /// # Source
    /// Vaughan, Theorem 1: mistakes ≤ (D/γ)², for any N.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["mistakes-against-examples"]
    /// ```
    pub struct MistakesAgainstExamples;
}

impl Builder for MistakesAgainstExamples {
    fn columns(&self) -> &'static [AnyColumn] {
        const { &[columns::MISTAKES.any()] }
    }

    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        curve::charts(gallery, columns::MISTAKES.any(), Self::DOC.name)
    }
}
