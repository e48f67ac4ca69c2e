//! Stores real features as f64 rows, summed in fixed lanes so that every machine gives the same bits.

use super::fast::quantized::LazyQuantizedRows;
use super::float_rows::{Add, FloatRows, RowSearch, Score, dot, sum};
use super::{
    FastPath, FeatureStore, Label, OutOfRange, Quantity, Rational, ScanResult, UpcomingExamples,
    UpdateThreshold, order,
};
use pulp::Arch;
use std::cmp::Ordering;

/// Feature vectors, one per example, as rows of `dimension` floats.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense {
    rows: FloatRows,
    coarse: LazyQuantizedRows,
}

/// ⟨a, b⟩ with the classical bound on its rounding error, n·u·Σ|a_j b_j| (Higham, Accuracy and Stability, 3.1).
pub fn dot_bounds(a: &[f64], b: &[f64]) -> Quantity {
    bounded(a.len(), dot(a, b), sum(a, b, |x, y| (x * y).abs()))
}

/// Encloses a sum of `terms` products that was computed in floats, given `magnitude`, the sum of their absolute values.
fn bounded(terms: usize, sum: f64, magnitude: f64) -> Quantity {
    Quantity::within(sum, (terms as f64 + 2.0) * f64::EPSILON * magnitude)
}

impl Dense {
    /// Stores rows of `dimension` features each, laid end to end, one row per example.
    pub fn new(dimension: usize, values: Vec<f64>) -> Self {
        Self {
            rows: FloatRows::new(dimension, values),
            coarse: LazyQuantizedRows::default(),
        }
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.rows.dimension()
    }

    /// The features of one example.
    pub fn row(&self, example: usize) -> &[f64] {
        self.rows.row(example)
    }

    /// The features of all examples, with the squared norms.
    #[cfg(test)]
    pub(super) fn float_rows(&self) -> &FloatRows {
        &self.rows
    }

    /// The holder of the rows quantized to 16-bit integers, which are computed on demand.
    #[cfg(test)]
    pub(super) fn quantized_rows(&self) -> &LazyQuantizedRows {
        &self.coarse
    }

    /// ‖x‖² of every example, bit for bit as [`dot`] computes it.
    pub fn squares(&self) -> &[f64] {
        self.rows.squares()
    }

    /// max ‖x‖² over the examples, bit for bit as [`dot`] computes it; 0 if there are no examples.
    pub(super) fn largest_square(&self) -> f64 {
        self.rows.largest_square()
    }

    /// ‖x‖² of an example, as an enclosure that covers the rounding error.
    pub fn norm_squared(&self, example: usize) -> Quantity {
        let square = self.squares()[example];
        bounded(self.dimension(), square, square)
    }

    /// The largest ‖x‖² over the examples, as an enclosure that covers the rounding error; 0 if there are no examples.
    pub fn radius_squared(&self) -> Quantity {
        if self.squares().is_empty() {
            return Quantity::count(0);
        }
        // Both ends of the enclosure grow with the square.
        let square = self.largest_square();
        bounded(self.dimension(), square, square)
    }

    /// ⟨w, x⟩ of an example, bit for bit as [`dot`] computes it.
    pub(super) fn score(&self, example: usize, weights: &[f64]) -> f64 {
        let row = self.row(example);
        Arch::new().dispatch(Score { row, weights })
    }

    /// ⟨u, x⟩ of every example for a direction u, bit for bit as [`dot`] computes it.
    pub fn scores(&self, direction: &[f64]) -> Vec<f64> {
        if let Some(axis) = axis(direction) {
            let column = self.rows.values().get(axis..).unwrap_or_default();
            let column = column.iter().step_by(self.dimension());
            return column.map(|x| x * direction[axis]).collect();
        }
        let rows = self.rows.values().chunks_exact(self.dimension().max(1));
        rows.map(|row| dot(row, direction)).collect()
    }

    /// A function that encloses ⟨u, x⟩ of an example for the direction u, within the rounding error, at most (d+3)ε‖u‖‖x‖.
    pub fn bounded_score(&self, direction: &[f64]) -> impl Fn(usize) -> Quantity {
        let axis = axis(direction);
        move |example| {
            let row = self.row(example);
            let along = |axis: usize| {
                let product = row[axis] * direction[axis];
                bounded(self.dimension(), product, product.abs())
            };
            axis.map_or_else(|| dot_bounds(row, direction), along)
        }
    }

    /// Returns a store with a constant feature appended to every example.
    pub fn with_offset(&self, constant: f64) -> Self {
        let rows = self.rows.values().chunks(self.dimension().max(1));
        Self::new(
            self.dimension() + 1,
            rows.flat_map(|row| row.iter().copied().chain([constant]))
                .collect(),
        )
    }

    /// Appends the constant feature 1 to every row, without a second copy of the rows.
    pub(super) fn extended(self) -> Self {
        let dimension = self.dimension();
        let values = super::integers::extended(self.rows.into_values(), dimension, 1.0);
        Self::new(dimension + 1, values)
    }

    /// Returns a store with every row divided by its norm; a zero row stays zero.
    pub fn normalized(&self) -> Self {
        let unit = |row: &[f64]| {
            let norm = dot(row, row).sqrt();
            let divisor = if norm > 0.0 { norm } else { 1.0 };
            row.iter().map(move |x| x / divisor).collect::<Vec<_>>()
        };
        Self::new(
            self.dimension(),
            self.rows
                .values()
                .chunks(self.dimension().max(1))
                .flat_map(unit)
                .collect(),
        )
    }
}

impl FeatureStore for Dense {
    type Weights = Vec<f64>;
    type Score = f64;

    fn examples(&self) -> usize {
        self.rows.values().len() / self.dimension().max(1)
    }

    fn zero(&self) -> Vec<f64> {
        vec![0.0; self.dimension()]
    }

    fn dot(&self, example: usize, weights: &Vec<f64>) -> Result<f64, OutOfRange> {
        Ok(self.score(example, weights))
    }

    fn add(&self, example: usize, factor: i64, weights: &mut Vec<f64>) -> Result<(), OutOfRange> {
        let (row, factor) = (self.row(example), factor as f64);
        Arch::new().dispatch(Add {
            weights,
            row,
            factor,
        });
        Ok(())
    }

    fn threshold(&self, ratio: &Rational) -> Result<f64, OutOfRange> {
        Ok(ratio.to_f64())
    }

    fn compare(label: Label, score: f64, threshold: f64) -> Option<Ordering> {
        order(label.value() * score, threshold)
    }

    fn compare_scores(a: (Label, f64), b: (Label, f64)) -> Option<Ordering> {
        order(a.0.value() * a.1, b.0.value() * b.1)
    }

    fn to_floats(&self, weights: &Vec<f64>) -> Vec<f64> {
        weights.clone()
    }

    fn to_integers(&self, _: &Vec<f64>) -> Option<Vec<i64>> {
        None
    }
}

impl FastPath for Dense {
    fn products(&self, _: usize) -> u64 {
        self.dimension() as u64
    }

    fn uniform_products(&self) -> Option<u64> {
        Some(self.dimension() as u64)
    }

    fn next_above(score: f64) -> Option<f64> {
        Some(score.next_up())
    }

    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &Vec<f64>,
        due: &UpdateThreshold<f64>,
    ) -> ScanResult<f64> {
        let scan = RowSearch {
            rows: &self.rows,
            ahead,
            labels,
            weights,
            due,
        };
        match self.coarse.worth(&self.rows, ahead.len()) {
            Some(coarse) => coarse.pass(&scan),
            None => Arch::new().dispatch(scan),
        }
    }
}

/// The index of the only non-zero entry of a direction along an axis; `None` for other directions.
fn axis(direction: &[f64]) -> Option<usize> {
    let mut others = (0..direction.len()).filter(|&j| direction[j] != 0.0);
    others.next().filter(|_| others.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_bound_covers_the_exact_dot_product() {
        let a: Vec<f64> = (0..40)
            .map(|i| (f64::from(i) * 0.37).fract() - 0.5)
            .collect();
        let exact = a.iter().fold(Rational::zero(), |sum, &x| {
            &sum + &Rational::from_float(x).square()
        });
        let bounds = dot_bounds(&a, &a);
        assert!(
            Rational::from_float(bounds.lower) <= exact
                && exact <= Rational::from_float(bounds.upper)
        );
    }
}
