//! Computes the logarithms of random words. On AVX-512, products replace divisions, which would occupy the one unit that square roots need, too.

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::word_layout::{BLOCK, DISTANCE_BITS};
use crate::special::elementary::{minus_ln, reduced, whole};
use pulp::Simd;

/// Writes −ln u of every random word to `squares`, where u is the centre of one of 2³² cells of (0, 1), given by the lower 32 bits of the word. The
/// last two arrays hold intermediate results.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "only the code for AVX-512 uses them")
)]
#[inline(always)]
pub(super) fn half_squares<S: Simd>(
    simd: S,
    words: &[u64; BLOCK],
    squares: &mut [f64; BLOCK],
    [exponents, denominators]: [&mut [f64; BLOCK]; 2],
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = avx512::widest(simd) {
        for (place, &word) in words.iter().enumerate() {
            [exponents[place], squares[place], denominators[place]] = cell(word);
        }
        avx512::divide(simd, squares, denominators);
        for (square, &exponent) in squares.iter_mut().zip(&*exponents) {
            *square = minus_ln(exponent, *square);
        }
        return;
    }
    for (square, &word) in squares.iter_mut().zip(words) {
        *square = half_square(word);
    }
}

/// −ln u of a random word, where u is the centre of one of 2³² cells of (0, 1), given by the lower 32 bits of the word.
#[inline(always)]
pub(super) fn half_square(word: u64) -> f64 {
    let [exponent, numerator, denominator] = cell(word);
    minus_ln(exponent, numerator / denominator)
}

/// The centre of the cell of (0, 1) that the lower 32 bits of a random word give, split for its logarithm by [`reduced`] into exponent, numerator and
/// denominator.
#[inline(always)]
fn cell(word: u64) -> [f64; 3] {
    const LAST: u64 = (1 << DISTANCE_BITS) - 1;
    reduced(whole(word & LAST, 0.5), -(DISTANCE_BITS as i32))
}
