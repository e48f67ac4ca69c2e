//! Makes pairs of standard normal numbers from random words, in the vector registers of the processor.
//!
//! Normal numbers are made here by the method of Box and Muller, from operations that IEEE 754 fixes to the bit, fused ones among them.
//! `rand_distr` cannot be used: it takes its logarithm from the platform as soon as any dependency enables `std` in `num-traits`, and then the bits
//! are not portable. The ziggurat method, used before, looks up tables, and safe code cannot gather from them; pairs need no branch and no table,
//! so they are vectorized. A processor without fused operations (x86-64 before AVX2) gives the same bits at an eighth of the speed.

mod logarithms;
mod word_layout;

pub(super) use word_layout::BLOCK;

use crate::special::elementary::{polynomial, whole};
use logarithms::half_squares;
use pulp::{Simd, WithSimd};
use std::f64::consts::FRAC_PI_2;
use word_layout::{ANGLE_BITS, DISTANCE_BITS};

/// The number of pairs of normal numbers that are made together: they fit the L1 cache.
pub(super) const PAIRS: usize = 4 * BLOCK;

/// Pairs of independent standard normal numbers, each from one random word. A pair is a point of the plane: the square of its distance from the
/// origin is exponential, and its angle is uniform.
///
/// Half the square is −ln u, with u the centre of one of 2³² cells of (0, 1), and the angle is the centre of one of 2³² cells of the circle. So the
/// probability of a half-line is off by less than 2⁻³⁰, and no number exceeds 6.77 in absolute value.
///
/// # Source
/// Box and Muller, A note on the generation of random normal deviates (1958). Sine and cosine by the polynomials of fdlibm's `k_sin.c` and
/// `k_cos.c` (Sun Microsystems, 1993), which hold up to π/4.
#[repr(align(64))]
pub(super) struct Pairs {
    /// (first² + second²)/2 of every pair.
    pub half_squares: [f64; PAIRS],
    pub first: [f64; PAIRS],
    pub second: [f64; PAIRS],
}

impl Pairs {
    /// Memory for [`PAIRS`] pairs, filled with zeros.
    pub(super) fn new() -> Self {
        Self {
            half_squares: [0.0; PAIRS],
            first: [0.0; PAIRS],
            second: [0.0; PAIRS],
        }
    }
}

/// Makes one pair of normal numbers from each random word, in whole blocks; there are at most [`PAIRS`] words.
pub(super) struct MakePairs<'a>(pub &'a mut Pairs, pub &'a [[u64; BLOCK]]);

impl WithSimd for MakePairs<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self(pairs, blocks) = self;
        let squares = pairs.half_squares.as_chunks_mut::<BLOCK>().0.iter_mut();
        let first = pairs.first.as_chunks_mut::<BLOCK>().0.iter_mut();
        let second = pairs.second.as_chunks_mut::<BLOCK>().0;
        let blocks = blocks.iter().zip(squares).zip(first.zip(second));
        for ((words, squares), (first, second)) in blocks {
            half_squares(simd, words, squares, [first, second]);
            for place in 0..BLOCK {
                (first[place], second[place]) = point(words[place], squares[place]);
            }
        }
    }
}

/// The pair of normal numbers for a random word: the point of the plane whose angle the word gives, at the distance √(2·`half_square`) from the
/// origin.
#[inline(always)]
fn point(word: u64, half_square: f64) -> (f64, f64) {
    const CELLS: u64 = 1 << ANGLE_BITS;
    const SIGN: u64 = 1 << 63;
    let half_cells = whole(
        (word >> (DISTANCE_BITS - 1)) & (2 * CELLS - 2),
        1.0 - CELLS as f64,
    );
    // Measured from the middle of the quadrant, so that the coordinates are (cos ∓ sin)/√2.
    let angle = half_cells * (FRAC_PI_2 / (2 * CELLS) as f64);
    let (sine, cosine) = (sine(angle), cosine(angle));
    let distance = half_square.sqrt();
    let signed = |size: f64, word: u64| f64::from_bits(size.to_bits() ^ (word & SIGN));
    (
        signed(distance * (cosine - sine), word),
        signed(distance * (cosine + sine), word << 1),
    )
}

/// The sine of an angle between −π/4 and π/4.
#[inline(always)]
fn sine(angle: f64) -> f64 {
    let z = angle * angle;
    let series = polynomial(
        z,
        [
            -1.666_666_666_666_663_2e-1,
            8.333_333_333_322_49e-3,
            -1.984_126_982_985_795e-4,
            2.755_731_370_707_007e-6,
            -2.505_076_025_340_686_3e-8,
            1.589_690_995_211_55e-10,
        ],
    );
    (z * angle).mul_add(series, angle)
}

/// The cosine of an angle between −π/4 and π/4.
#[inline(always)]
fn cosine(angle: f64) -> f64 {
    let z = angle * angle;
    let series = polynomial(
        z,
        [
            4.166_666_666_666_66e-2,
            -1.388_888_888_887_411e-3,
            2.480_158_728_947_673e-5,
            -2.755_731_435_139_066_3e-7,
            2.087_572_321_298_175e-9,
            -1.135_964_755_778_819_5e-11,
        ],
    );
    (z * z).mul_add(series, z.mul_add(-0.5, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logarithms::half_square;
    use pulp::{Arch, Scalar};
    use std::f64::consts::{FRAC_PI_4, SQRT_2};

    /// The pair of a word by the textbook formula (Box and Muller).
    fn plain(word: u64) -> (f64, f64) {
        let u = ((word & 0xffff_ffff) as f64 + 0.5) / 2_f64.powi(32);
        let share = ((word >> 32 & 0x3fff_ffff) as f64 + 0.5) / 2_f64.powi(30);
        let (distance, angle) = ((-2.0 * libm::log(u)).sqrt(), FRAC_PI_2 * share);
        let sign = |bit: u32| if word >> bit & 1 == 1 { -1.0 } else { 1.0 };
        let (x, y) = (libm::cos(angle), libm::sin(angle));
        (sign(63) * distance * x, sign(62) * distance * y)
    }

    #[test]
    fn extreme_normal_pairs_have_the_documented_radii() {
        let distance = |word| half_square(word).sqrt() * SQRT_2;
        assert!((distance(0) - 6.763_705).abs() < 1e-6);
        assert!(distance(u64::MAX) > 0.0 && distance(u64::MAX) < 2e-5);
        // The middle of a quadrant lies between two cells.
        let (x, y) = point(1 << 61, 1.0);
        assert!((x / y - 1.0).abs() < 1e-8 && (y.atan2(x) - FRAC_PI_4).abs() < 1e-8);
    }

    proptest::proptest! {
        #[test]
        fn normal_pairs_match_box_muller_on_every_simd_kernel(words: [u64; 32], ends: [bool; 32]) {
            let (mut pairs, mut all) = (Pairs::new(), [0; PAIRS]);
            for (place, word) in all.iter_mut().enumerate() {
                let drawn = words[place % 32].rotate_left(place as u32);
                // Half of the words lie in the cells at the ends of the ranges.
                *word = if ends[place % 32] { drawn | 0xffff_ffff } else { drawn };
            }
            MakePairs(&mut pairs, all.as_chunks().0).with_simd(Scalar);
            for (place, &word) in all.iter().enumerate() {
                let due = plain(word);
                for (found, due) in [(pairs.first[place], due.0), (pairs.second[place], due.1)] {
                    proptest::prop_assert!((found - due).abs() <= 1e-14 * (1.0 + due.abs()), "{word}: {found} {due}");
                }
            }
            let (first, second) = (pairs.first, pairs.second);
            Arch::new().dispatch(MakePairs(&mut pairs, all.as_chunks().0));
            proptest::prop_assert!(pairs.first == first && pairs.second == second);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                Simd::vectorize(simd, MakePairs(&mut pairs, all.as_chunks().0));
                proptest::prop_assert!(pairs.first == first && pairs.second == second);
            }
        }
    }
}
