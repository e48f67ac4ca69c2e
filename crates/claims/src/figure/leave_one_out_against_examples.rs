//! Draws the mean leave-one-out error against the number of examples.

use super::chart::Chart;
use super::{Builder, Gallery, curve};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "leave-one-out-against-examples";
    /// The mean leave-one-out error against the number of examples, with its limit if there is one.
    ///
    /// # Formula
    /// mean leave-one-out error ± t·s/√n at 99 % against m = N + 1, with the limit of every in-expectation claim on it
    /// # Premise
    /// The leave-one-out error is measured.
    /// # Source
    /// Hardt and Recht, Theorem, with the Luntz–Brailovsky identity.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["leave-one-out-against-examples"]
    /// ```
    pub struct LeaveOneOutAgainstExamples;
}

impl Builder for LeaveOneOutAgainstExamples {
    fn columns(&self) -> &'static [AnyColumn] {
        const { &[columns::LEAVE_ONE_OUT_ERROR.any()] }
    }

    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        curve::charts(gallery, columns::LEAVE_ONE_OUT_ERROR.any(), Self::DOC.name)
    }
}
