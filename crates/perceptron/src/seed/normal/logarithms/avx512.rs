//! Divides numbers by products, in the vector registers of AVX-512.

use crate::seed::normal::word_layout::BLOCK;
use pulp::Simd;
use pulp::x86::V4;
use std::any::Any;
use std::arch::x86_64::__m512d;

/// Returns `simd` if it is AVX-512, which is known at compile time.
#[inline(always)]
pub(super) fn widest(simd: impl Simd) -> Option<V4> {
    (&simd as &dyn Any).downcast_ref().copied()
}

/// Replaces each numerator by its quotient with its denominator, rounded as a division does; both are those that [`super::cell`] gives.
///
/// An estimate of 1/b to 14 bits and two steps of Newton's give y = (1 + η)/b with |η| ≤ 2⁻⁵², and q = ay = (1 + ε)·a/b with |ε| ≤ 2⁻⁵¹. Numbers of
/// cells have at most 34 bits, so the rest r = a − bq is a float. The number that is rounded at the end, q + ry, is off a/b by a relative error of
/// less than 2⁻¹⁰². The middle between two floats has 54 bits and an odd last one, so it is not a/b and differs from it by at least 2⁻⁸⁸ of it. So
/// q + ry and a/b are rounded to the same float. A test tries all cells.
///
/// # Source
/// Markstein, Computation of elementary functions on the IBM RISC System/6000 processor (1990), for the last step.
#[inline(always)]
pub(super) fn divide(simd: V4, numerators: &mut [f64; BLOCK], denominators: &[f64; BLOCK]) {
    let numerators = numerators.as_chunks_mut().0.iter_mut();
    for (quotients, &denominators) in numerators.zip(denominators.as_chunks().0) {
        *quotients = pulp::cast(quotient(
            simd,
            pulp::cast::<[f64; 8], _>(*quotients),
            pulp::cast::<[f64; 8], _>(denominators),
        ));
    }
}

/// The quotients a/b of one register of numbers, rounded as a division does.
#[inline(always)]
fn quotient(simd: V4, a: __m512d, b: __m512d) -> __m512d {
    let f = simd.avx512f;
    let one = f._mm512_set1_pd(1.0);
    let mut y = f._mm512_rcp14_pd(b);
    for _ in 0..2 {
        let missing = f._mm512_fnmadd_pd(b, y, one);
        y = f._mm512_fmadd_pd(y, missing, y);
    }
    let q = f._mm512_mul_pd(a, y);
    f._mm512_fmadd_pd(f._mm512_fnmadd_pd(b, q, a), y, q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::normal::logarithms::{half_square, half_squares};
    use crate::seed::normal::word_layout::DISTANCE_BITS;
    use pulp::NullaryFnOnce;

    /// Counts the words of a block whose logarithm differs from the one computed with a division.
    struct Wrong<'a>(V4, &'a [u64; BLOCK]);

    impl NullaryFnOnce for Wrong<'_> {
        type Output = usize;

        #[inline(always)]
        fn call(self) -> usize {
            let [mut squares, mut left, mut right] = [[0.0; BLOCK]; 3];
            half_squares(self.0, self.1, &mut squares, [&mut left, &mut right]);
            let mut wrong = 0;
            for (square, &word) in squares.iter().zip(self.1) {
                wrong += usize::from(square.to_bits() != half_square(word).to_bits());
            }
            wrong
        }
    }

    #[test]
    fn every_table_cell_has_the_logarithm_computed_by_division() {
        let Some(simd) = V4::try_new() else {
            return;
        };
        for first in (0..1 << DISTANCE_BITS).step_by(BLOCK) {
            let words = std::array::from_fn(|place| first + place as u64);
            let wrong = simd.vectorize(Wrong(simd, &words));
            assert_eq!(wrong, 0, "among {BLOCK} words from {first} on");
        }
    }
}
