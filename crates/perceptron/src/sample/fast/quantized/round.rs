//! Rounds floats to 16-bit integers, in the vector registers of the processor.

use super::dot_kernel::{PLACES, Part16};
use pulp::Simd;
use std::array::from_fn;
use std::ops::Range;

/// The number of floats that are rounded together.
const LANES: usize = 8;

/// 1.5·2⁵²: a float added to this number is rounded to an integer, which the last bits of the sum hold.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// The 32 floats from index 32·`part` on, multiplied by `scale` and rounded to integers, with zeros after the end of `floats`.
#[inline(always)]
pub(super) fn part<S: Simd>(simd: S, floats: &[f64], scale: f64, part: usize) -> Part16 {
    let (eights, rest) = floats.as_chunks();
    rounded(simd, scale, |place| {
        let number = part * (PLACES / LANES) + place;
        let behind = if number == eights.len() { rest } else { &[] };
        eights
            .get(number)
            .copied()
            .unwrap_or_else(|| padded(simd, behind))
    })
}

/// Like [`part`], but for one row among rows laid end to end. The last part of the row may hold entries of the next row instead of zeros; in a
/// product with a part from [`part`], they are multiplied by zeros.
#[inline(always)]
pub(super) fn part_of_row<S: Simd>(
    simd: S,
    floats: &[f64],
    row: Range<usize>,
    scale: f64,
    number: usize,
) -> Part16 {
    let start = row.start + number * PLACES;
    let Some(floats) = floats.get(start..start + PLACES) else {
        return part(simd, &floats[row], scale, number);
    };
    let eights: &[[f64; LANES]] = floats.as_chunks().0;
    rounded(simd, scale, |place| eights[place])
}

/// Pads fewer than eight floats with zeros at the end.
#[inline(always)]
fn padded<S: Simd>(simd: S, floats: &[f64]) -> [f64; LANES] {
    let mut padded = [0.0; LANES];
    let vectors = S::as_mut_simd_f64s(&mut padded).0;
    for (vector, floats) in vectors.iter_mut().zip(floats.chunks(S::F64_LANES)) {
        *vector = simd.partial_load_f64s(floats);
    }
    padded
}

/// Multiplies 32 floats, four times eight, by `scale` and rounds them to the nearest integers. Numbers with the same index in their eight become
/// neighbours; this order is the same in all parts, so it does not change the product of two parts.
#[inline(always)]
fn rounded<S: Simd>(simd: S, scale: f64, eight: impl Fn(usize) -> [f64; LANES]) -> Part16 {
    let (scale, beside) = (simd.splat_f64s(scale), simd.splat_f64s(WHOLE));
    let mut words = [0; LANES];
    for place in 0..PLACES / LANES {
        let mut floats = eight(place);
        // Explicit registers, because the compiler alone would gather floats from several parts.
        for vector in S::as_mut_simd_f64s(&mut floats).0 {
            *vector = simd.add_f64s(simd.mul_f64s(*vector, scale), beside);
        }
        let whole = floats.map(|x| x.to_bits() & u64::from(u16::MAX));
        words = from_fn(|lane| words[lane] | whole[lane] << (i16::BITS as usize * place));
    }
    Part16(pulp::cast(words))
}

#[cfg(test)]
mod tests {
    use super::super::dot_kernel::DotKernel;
    use super::*;
    use pulp::{Arch, Scalar, WithSimd};

    /// Rounds the first row of these floats, and a vector.
    struct Both<'a>(&'a [f64], &'a [f64]);

    impl WithSimd for Both<'_> {
        type Output = [Vec<[i16; PLACES]>; 2];

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let Self(floats, vector) = self;
            let parts = || 0..vector.len().div_ceil(PLACES);
            let row = |number| part_of_row(simd, floats, 0..vector.len(), 100.0, number).0;
            let other = |number| part(simd, vector, 100.0, number).0;
            [parts().map(row).collect(), parts().map(other).collect()]
        }
    }

    #[test]
    fn every_kernel_multiplies_values_rounded_to_the_nearest_integer() {
        let number = |i: usize| ((i as f64 * 0.618_034).fract() - 0.5) * 9.0;
        for length in 1..100 {
            let vector: Vec<f64> = (0..length).map(|i| number(i * i)).collect();
            for behind in [0, 3, PLACES] {
                let floats: Vec<f64> = (0..length + behind).map(number).collect();
                let whole = |x: &f64| (x * 100.0).round_ties_even() as i32;
                let due: i32 = floats
                    .iter()
                    .zip(&vector)
                    .map(|(a, b)| whole(a) * whole(b))
                    .sum();
                let plain = Both(&floats, &vector).with_simd(Scalar);
                assert_eq!(Arch::new().dispatch(Both(&floats, &vector)), plain);
                let parts = |words: Vec<_>| words.into_iter().map(Part16).collect::<Vec<_>>();
                let [row, other] = plain.map(parts);
                assert_eq!(Scalar.times([&row; 4], &other)[0], due, "{length} {behind}");
            }
        }
    }
}
