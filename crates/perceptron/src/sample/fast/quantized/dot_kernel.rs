//! Computes inner products of vectors of 16-bit integers, in the vector registers of the processor. All kernels give the same integers.

#[cfg(target_arch = "x86_64")]
mod x86;

use crate::sample::fast::upcoming_examples::bits;
use pulp::{Scalar, Simd};

/// The number of 16-bit integers in one [`Part16`] of a quantized vector.
pub(super) const PLACES: usize = 32;

/// The number of rows whose inner products with the weight vector are computed in the same loop.
pub(super) const GROUP: usize = 4;

/// Thirty-two entries of a quantized vector: as long as the widest vector register and one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(in crate::sample) struct Part16(pub [i16; PLACES]);

/// Inner products of quantized vectors, and comparisons of the products, for one kind of vector registers.
pub(in crate::sample) trait DotKernel: Simd {
    /// Inner products of several quantized rows with a quantized vector of the same length; the caller knows that the products fit 32 bits.
    fn times(self, rows: [&[Part16]; GROUP], vector: &[Part16]) -> [i32; GROUP];

    /// Finds the products at which an example may need an update. Bit i of the first mask is set if product i is below `limit`, so that an example
    /// with label +1 may need one. Bit i of the second mask is set if it is above `-limit`, so that an example with label −1 may need one.
    fn outside(self, products: [i32; GROUP], limit: i32) -> [u32; 2];
}

impl DotKernel for Scalar {
    #[inline(always)]
    fn times(self, rows: [&[Part16]; GROUP], vector: &[Part16]) -> [i32; GROUP] {
        rows.map(|row| {
            let parts = row.iter().zip(vector);
            let pairs = parts.flat_map(|(a, b)| a.0.into_iter().zip(b.0));
            pairs.map(|(a, b)| i32::from(a) * i32::from(b)).sum()
        })
    }

    #[inline(always)]
    fn outside(self, products: [i32; GROUP], limit: i32) -> [u32; 2] {
        [
            bits(products.map(|product| product < limit)),
            bits(products.map(|product| product > -limit)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::fast::processor::{Job, Processor, on_each};

    /// Computes the products of these rows on one kernel, and which of them are outside a limit.
    #[derive(Clone)]
    struct Products<'a>([&'a [Part16]; GROUP], &'a [Part16], i32);

    impl Job for Products<'_> {
        type Output = ([i32; GROUP], [u32; 2]);

        #[inline(always)]
        fn run(self, simd: impl Processor) -> Self::Output {
            let products = simd.times(self.0, self.1);
            (products, simd.outside(products, self.2))
        }
    }

    proptest::proptest! {
        #[test]
        fn simd_kernels_give_the_scalar_products(
            numbers in proptest::collection::vec(-5_000..=5_000_i16, 5 * 2 * PLACES),
            parts in 0..=2_usize,
            limit: i8,
            at in proptest::option::of(0..GROUP),
        ) {
            let all: Vec<Part16> = numbers.as_chunks().0.iter().map(|&part| Part16(part)).collect();
            let all: Vec<&[Part16]> = all.chunks(2).map(|row| &row[..parts]).collect();
            // Limits at exact products, where the last bit decides, and other limits.
            let product = |row: usize| Scalar.times([all[row]; GROUP], all[4])[0];
            let limit = at.map_or(0, product) + i32::from(limit) / 100;
            let job = Products([all[0], all[1], all[2], all[3]], all[4], limit);
            let found = on_each(&job);
            proptest::prop_assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
            let rows = [0, 1, 2, 3].map(product);
            let outside = [rows.map(|one| one < limit), rows.map(|one| one > -limit)];
            proptest::prop_assert_eq!(found[0], (rows, outside.map(bits)));
        }
    }
}
