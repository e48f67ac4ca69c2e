//! Multiplies every row of floats with every other, several products side by side, each with the bits of one summed alone.

use super::Label;
use super::dense::{Dense, LANES};
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// y_i y_j ⟨x_i, x_j⟩ of all pairs of examples, row by row, each product with the bits of [`super::dot`].
pub(super) fn signed_products(rows: &Dense, labels: &[Label]) -> Vec<f64> {
    Arch::new().dispatch(Pairs { rows, labels })
}

/// Rows that pass by a panel side by side.
const PASSING: usize = 2;

struct Pairs<'a> {
    rows: &'a Dense,
    labels: &'a [Label],
}

impl WithSimd for Pairs<'_> {
    type Output = Vec<f64>;

    /// Panels of as many rows as a register has places: each place sums the products of one pair.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let examples = self.labels.len();
        let mut products = vec![0.0; examples * examples];
        let mut panel = vec![simd.splat_f64s(0.0); self.rows.dimension()];
        for first in (0..examples).step_by(S::F64_LANES) {
            let columns = first..examples.min(first + S::F64_LANES);
            self.fill::<S>(&mut panel, columns.clone());
            for row in (0..columns.end).step_by(PASSING) {
                // The last row stands for one beyond the end.
                let pair = [0, 1].map(|next| (row + next).min(examples - 1));
                let found = times(simd, &panel, pair.map(|row| self.rows.row(row)));
                for (row, found) in pair.into_iter().zip(found) {
                    let sign = self.labels[row].value();
                    let found: &[f64] = bytemuck::cast_slice(std::slice::from_ref(&found));
                    for (column, product) in columns.clone().zip(found) {
                        products[row * examples + column] = sign * product;
                        products[column * examples + row] = sign * product;
                    }
                }
            }
        }
        products
    }
}

impl Pairs<'_> {
    /// Lays rows side by side, each times its label.
    #[inline(always)]
    fn fill<S: Simd>(&self, panel: &mut [S::f64s], columns: Range<usize>) {
        let entries: &mut [f64] = bytemuck::cast_slice_mut(panel);
        for (place, column) in columns.enumerate() {
            let sign = self.labels[column].value();
            let entries = entries.iter_mut().skip(place).step_by(S::F64_LANES);
            for (entry, x) in entries.zip(self.rows.row(column)) {
                *entry = sign * x;
            }
        }
    }
}

/// The products of two rows with each row of a panel, summed in the lanes of [`super::dot`].
#[inline(always)]
fn times<S: Simd>(simd: S, panel: &[S::f64s], rows: [&[f64]; PASSING]) -> [S::f64s; PASSING] {
    let zero = simd.splat_f64s(0.0);
    let mut lanes = [[zero; LANES]; PASSING];
    let (chunks, tail) = panel.as_chunks::<LANES>();
    let whole = chunks.len() * LANES;
    let passing = rows.map(|row| row[..whole].as_chunks::<LANES>().0);
    for (place, chunk) in chunks.iter().enumerate() {
        for (lanes, row) in lanes.iter_mut().zip(passing) {
            let row = &row[place];
            for lane in 0..LANES {
                let product = simd.mul_f64s(simd.splat_f64s(row[lane]), chunk[lane]);
                lanes[lane] = simd.add_f64s(lanes[lane], product);
            }
        }
    }
    let mut sums = [zero; PASSING];
    for ((sum, lanes), row) in sums.iter_mut().zip(lanes).zip(rows) {
        for (x, entries) in row[whole..].iter().zip(tail) {
            *sum = simd.add_f64s(*sum, simd.mul_f64s(simd.splat_f64s(*x), *entries));
        }
        let halves = |first: usize| {
            let one = simd.add_f64s(lanes[first], lanes[first + 4]);
            simd.add_f64s(one, simd.add_f64s(lanes[first + 2], lanes[first + 6]))
        };
        *sum = simd.add_f64s(*sum, simd.add_f64s(halves(0), halves(1)));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::dot;

    #[test]
    fn products_side_by_side_are_the_products_one_by_one() {
        for (dimension, examples) in [(1, 1), (8, 45), (21, 45), (50, 16), (16, 7)] {
            let value = |i: i32| (f64::from(i) * 0.37).fract() - 0.3;
            let values = (0..(examples * dimension) as i32).map(value).collect();
            let rows = Dense::new(dimension, values);
            let labels: Vec<Label> = (0..examples).map(|i| Label::of_sign(i % 3 > 0)).collect();
            let products = signed_products(&rows, &labels);
            for (pair, product) in products.into_iter().enumerate() {
                let (i, j) = (pair / examples, pair % examples);
                let sign = labels[i].value() * labels[j].value();
                let expected = sign * dot(rows.row(i), rows.row(j));
                assert_eq!(product.to_bits(), expected.to_bits(), "{dimension}: {pair}");
            }
        }
    }
}
