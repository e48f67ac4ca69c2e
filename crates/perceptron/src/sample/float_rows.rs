//! Holds rows of floats, laid end to end, and their squared norms.

mod kernels;
mod scan;

pub(super) use kernels::{Add, Score, sum};
pub use kernels::{dot, dot_with};
pub(super) use scan::RowSearch;

use crate::sample::min_max;
use kernels::Squares;
use pulp::Arch;

/// Feature vectors, one per example, as rows of `dimension` floats, with their squared norms.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FloatRows {
    dimension: usize,
    values: Vec<f64>,
    /// ‖x‖² of every row, bit for bit as [`dot`] computes it.
    squares: Vec<f64>,
}

impl FloatRows {
    /// Stores rows of `dimension` features each, laid end to end, one row per example.
    pub(crate) fn new(dimension: usize, values: Vec<f64>) -> Self {
        let (rows, length) = (&values, dimension.max(1));
        let squares = Arch::new().dispatch(Squares { rows, length });
        Self {
            dimension,
            values,
            squares,
        }
    }

    /// Number of features.
    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// The features of one example.
    pub(crate) fn row(&self, example: usize) -> &[f64] {
        &self.values[example * self.dimension..(example + 1) * self.dimension]
    }

    /// The features of all examples, row after row.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The features of all examples, row after row, moved out without a copy.
    pub(crate) fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// ‖x‖² of every example, bit for bit as [`dot`] computes it.
    pub(crate) fn squares(&self) -> &[f64] {
        &self.squares
    }

    /// max ‖x‖² over the examples, bit for bit as [`dot`] computes it; 0 if there are no examples.
    pub(crate) fn largest_square(&self) -> f64 {
        min_max([0.0; 2], &self.squares)[1]
    }
}
