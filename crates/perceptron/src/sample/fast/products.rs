//! Computes inner products in single precision, with a bound on their error.

use crate::sample::{Dense, Label};
use pulp::{Arch, Simd, WithSimd};

/// The number of examples whose features are stored together, feature by feature.
const BLOCK: usize = 64;

/// Examples times their labels, in single precision and divided by a power of two near the largest norm. They are stored in blocks of examples,
/// feature by feature.
#[derive(Debug)]
pub(super) struct Products {
    examples: usize,
    dimension: usize,
    blocks: Vec<[f32; BLOCK]>,
    unit: f64,
    largest: f64,
}

impl Products {
    /// Converts these examples to single precision; `None` if the square of the scale near their largest norm is not a normal float.
    pub(super) fn of(rows: &Dense, labels: &[Label]) -> Option<Self> {
        let largest = rows.largest_square();
        let unit = libm::exp2(libm::round(0.5 * libm::log2(largest)));
        if !(unit * unit).is_normal() {
            return None;
        }
        let (examples, dimension) = (labels.len(), rows.dimension());
        let mut blocks = vec![[0.0; BLOCK]; examples.div_ceil(BLOCK) * dimension];
        for (example, label) in labels.iter().enumerate() {
            let factor = label.value() / unit;
            let features = &mut blocks[example / BLOCK * dimension..][..dimension];
            for (place, x) in features.iter_mut().zip(rows.row(example)) {
                place[example % BLOCK] = (factor * x) as f32;
            }
        }
        Some(Self {
            examples,
            dimension,
            blocks,
            unit,
            largest,
        })
    }

    /// max ‖x‖² over the examples, an upper bound on every |⟨x_i, x_j⟩|.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }

    /// The power of two by which inner products are divided; the quotients are at most 2.
    pub(super) fn square_unit(&self) -> f64 {
        self.unit * self.unit
    }

    /// A bound on the distance of a computed product from y_i y_j ⟨x_i, x_j⟩, in the scale of the features: d terms and sums and two factors, each
    /// rounded to 24 bits.
    pub(super) fn error(&self) -> f64 {
        f64::from(f32::EPSILON) * (self.dimension as f64 + 4.0) * self.largest
    }

    /// y_i y_j ⟨x_i, x_j⟩ of the given examples i for all j, divided by [`Products::square_unit`], times `parts`, and truncated to integers. SUMS
    /// vector registers of sums are filled together for each example.
    pub(super) fn rows<const ROWS: usize, const SUMS: usize>(
        &self,
        examples: [usize; ROWS],
        parts: f32,
    ) -> [Vec<i32>; ROWS] {
        let features: Vec<[f32; ROWS]> = (0..self.dimension)
            .map(|feature| examples.map(|example| parts * self.feature(example, feature)))
            .collect();
        let mut products = Arch::new().dispatch(ProductRows::<ROWS, SUMS> {
            blocks: &self.blocks,
            features: &features,
        });
        for row in &mut products {
            row.truncate(self.examples);
        }
        products
    }

    fn feature(&self, example: usize, feature: usize) -> f32 {
        self.blocks[example / BLOCK * self.dimension + feature][example % BLOCK]
    }
}

/// Computes the inner products of all examples with ROWS of them, in the vector registers of the processor. The results may differ from processor to
/// processor, by less than [`Products::error`].
struct ProductRows<'a, const ROWS: usize, const SUMS: usize> {
    blocks: &'a [[f32; BLOCK]],
    features: &'a [[f32; ROWS]],
}

impl<const ROWS: usize, const SUMS: usize> WithSimd for ProductRows<'_, ROWS, SUMS> {
    type Output = [Vec<i32>; ROWS];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [Vec<i32>; ROWS] {
        let length = self.features.len().max(1);
        let mut products =
            [(); ROWS].map(|()| Vec::with_capacity(self.blocks.len() / length * BLOCK));
        for block in self.blocks.chunks_exact(length) {
            for first in (0..BLOCK / S::F32_LANES).step_by(SUMS) {
                let mut sums = [[simd.splat_f32s(0.0); SUMS]; ROWS];
                for (others, features) in block.iter().zip(self.features) {
                    let (others, _) = S::as_simd_f32s(others);
                    let others: [S::f32s; SUMS] =
                        std::array::from_fn(|place| others[first + place]);
                    for row in 0..ROWS {
                        let x = simd.splat_f32s(features[row]);
                        for place in 0..SUMS {
                            sums[row][place] =
                                simd.mul_add_f32s(x, others[place], sums[row][place]);
                        }
                    }
                }
                for (products, sums) in products.iter_mut().zip(&sums) {
                    let sums: &[f32] = bytemuck::cast_slice(sums);
                    products.extend(sums.iter().map(|sum| *sum as i32));
                }
            }
        }
        products
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::dot;

    #[test]
    fn products_are_within_their_bound() {
        for (dimension, examples, size) in
            [(1, 1, 1e-9), (8, 64, 1.0), (21, 65, 3e7), (50, 200, 1e-30)]
        {
            let value = |i: usize| size * ((i as f64 * 0.37).fract() - 0.3);
            let values = (0..examples * dimension).map(value).collect();
            let rows = Dense::new(dimension, values);
            let labels: Vec<Label> = (0..examples).map(|i| Label::of_sign(i % 3 > 0)).collect();
            let products = Products::of(&rows, &labels).unwrap();
            let parts = (1 << 20) as f32;
            let error = products.error() / products.square_unit() * f64::from(parts) + 1.0;
            for i in 0..examples {
                let [row] = products.rows::<1, 4>([i], parts);
                let side_by_side = products.rows::<4, 2>([i, 0, examples - 1, i], parts);
                assert_eq!(side_by_side[0], row);
                assert_eq!(side_by_side[3], row);
                assert_eq!(row.len(), examples);
                for (j, found) in row.into_iter().enumerate() {
                    let sign = labels[i].value() * labels[j].value();
                    let exact = sign * dot(rows.row(i), rows.row(j)) / products.square_unit();
                    let off = (f64::from(found) - exact * f64::from(parts)).abs();
                    assert!(off <= error, "{dimension}: {i} {j} {off} {error}");
                }
            }
        }
    }

    #[test]
    fn examples_of_zero_or_infinite_norm_have_no_products() {
        let labels = [Label::Positive];
        for value in [0.0, 1e200, f64::NAN] {
            let rows = Dense::new(1, vec![value]);
            assert!(Products::of(&rows, &labels).is_none(), "{value}");
        }
    }
}
