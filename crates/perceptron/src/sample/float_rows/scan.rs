//! Searches rows of floats for the next example that calls for an update, by its scores in floats.

use super::FloatRows;
use super::kernels::{GROUP, dots};
use crate::sample::{Label, ScanResult, UpcomingExamples, UpdateThreshold};
use pulp::{Simd, WithSimd};

/// Searches the upcoming examples for the first one that calls for an update, by scores computed from float rows.
#[derive(Clone, Copy)]
pub(crate) struct RowSearch<'a> {
    pub rows: &'a FloatRows,
    pub ahead: &'a UpcomingExamples<'a>,
    pub labels: &'a [Label],
    pub weights: &'a [f64],
    pub due: &'a UpdateThreshold<f64>,
}

impl RowSearch<'_> {
    /// Counts the upcoming examples before the first one that calls for an update, like [`crate::sample::FastPath::pass`], for code that already runs
    /// in vector registers.
    #[inline(always)]
    pub(crate) fn pass<S: Simd>(&self, simd: S) -> ScanResult<f64> {
        self.ahead.pass(
            self.labels,
            self.due,
            #[inline(always)]
            |examples: [usize; GROUP]| {
                let mut rows = [self.weights; GROUP];
                for (row, example) in rows.iter_mut().zip(examples) {
                    *row = self.rows.row(example);
                }
                dots(simd, &rows, self.weights)
            },
        )
    }
}

impl WithSimd for RowSearch<'_> {
    type Output = ScanResult<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> ScanResult<f64> {
        self.pass(simd)
    }
}
