//! Computes a logarithm from operations that compilers can vectorize.

use std::f64::consts::{LN_2, SQRT_2};

/// The bits of the float 1.0, whose exponent is 0.
const ONE: u64 = 1_f64.to_bits();

/// The bits of √2/2, the smallest mantissa that [`reduced`] returns, chosen so that mantissas lie around 1.
const LEAST: u64 = (0.5 * SQRT_2).to_bits();

/// 2⁵²: a float between 2⁵² and 2⁵³ is 2⁵² plus the integer in its last 52 bits.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// The float number + offset for an integer below 2⁵², without an integer conversion, which AVX2 lacks. Exact if 2⁵² minus the offset is a float.
#[inline(always)]
pub fn whole(number: u64, offset: f64) -> f64 {
    f64::from_bits(WHOLE.to_bits() | number) - (WHOLE - offset)
}

/// The natural logarithm of a positive float that is neither subnormal nor infinite, to 3 units in the last place.
///
/// All operations are those of IEEE 754, fused where the code says so, and give the same bits on every processor. There is no branch and no table.
///
/// # Source
/// ln m = 2·artanh((m − 1)/(m + 1)) with the polynomial of fdlibm's `e_log.c` (Sun Microsystems, 1993), as in `libm`.
#[inline(always)]
pub fn ln(x: f64) -> f64 {
    let [exponent, numerator, denominator] = reduced(x, 0);
    -minus_ln(exponent, numerator / denominator)
}

/// Splits x·2^`power`, for a float x as [`ln`] takes it, into another power of two times a number m around 1. Returns the exponent, 2·(1 − m), and
/// 1 + m.
#[inline(always)]
pub fn reduced(x: f64, power: i32) -> [f64; 3] {
    let places = x.to_bits().wrapping_add(ONE - LEAST);
    let m = f64::from_bits((places & (u64::MAX >> 12)) + LEAST);
    [
        whole(places >> 52, f64::from(power - 1023)),
        m.mul_add(-2.0, 2.0),
        m + 1.0,
    ]
}

/// The negative natural logarithm of a number, from the exponent that [`reduced`] gives and the quotient of its other two numbers.
#[inline(always)]
pub fn minus_ln(exponent: f64, quotient: f64) -> f64 {
    // The quotient is twice that of the source; scaling by powers of two does not round.
    let z = quotient * quotient;
    let series = polynomial(
        z,
        [
            6.666_666_666_666_735e-1 / 8.0,
            3.999_999_999_940_942e-1 / 32.0,
            2.857_142_874_366_239e-1 / 128.0,
            2.222_219_843_214_978_4e-1 / 512.0,
            1.818_357_216_161_805e-1 / 2048.0,
            1.531_383_769_920_937_3e-1 / 8192.0,
            1.479_819_860_511_658_6e-1 / 32768.0,
        ],
    );
    exponent.mul_add(-LN_2, quotient.mul_add(z * series, quotient))
}

/// Σ c_k x^k for coefficients c_0, c_1, …, by Horner's scheme with fused multiplications and additions.
#[inline(always)]
pub fn polynomial<const TERMS: usize>(x: f64, coefficients: [f64; TERMS]) -> f64 {
    let mut sum = coefficients[TERMS - 1];
    for term in (0..TERMS - 1).rev() {
        sum = x.mul_add(sum, coefficients[term]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_plus_offset_is_converted_exactly() {
        for number in [0, 1, 77, 1 << 40, (1 << 51) - 1] {
            assert_eq!(whole(number, 0.0), number as f64);
            assert_eq!(whole(number, -1023.0), number as f64 - 1023.0);
            assert_eq!(whole(number, 0.5), number as f64 + 0.5);
        }
    }

    proptest::proptest! {
        #[test]
        fn the_logarithm_is_that_of_libm(
            mantissa in 0.5..2.0_f64,
            near in -1e-3..1e-3_f64,
            exponent in -1020..1020_i32,
        ) {
            for x in [libm::ldexp(mantissa, exponent), mantissa, 1.0 + near] {
                let (found, due) = (ln(x), libm::log(x));
                proptest::prop_assert!((found - due).abs() <= 4.0 * f64::EPSILON * due.abs(), "{x}: {found} {due}");
            }
        }
    }
}
