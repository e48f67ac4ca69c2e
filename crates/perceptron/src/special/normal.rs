//! Evaluates the standard normal distribution and its quantiles, accurately in both tails.

use std::f64::consts::FRAC_1_SQRT_2;

/// 1/√(2π), the standard normal density at 0.
const PEAK: f64 = 0.398_942_280_401_432_7;

/// P(Z ≤ x) for a standard normal Z.
///
/// Relative error about (1 + x²)·10⁻¹⁶, so the lower tail keeps its digits.
///
/// # Formula
/// Φ(x) = erfc(−x/√2) / 2
///
/// # Examples
/// ```
/// let risk = perceptron::special::normal::cdf(-1.0);
/// assert!((risk - 0.158_655_253_931_457_05).abs() < 1e-16);
/// ```
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// P(Z > x) for a standard normal Z, without the cancellation of 1 − Φ(x).
pub fn upper_tail(x: f64) -> f64 {
    cdf(-x)
}

/// The standard normal density exp(−x²/2)/√(2π).
pub fn density(x: f64) -> f64 {
    PEAK * libm::exp(-0.5 * x * x)
}

/// The quantile of the standard normal distribution: the x with Φ(x) = p; −∞ at p = 0, +∞ at p = 1, NaN outside [0, 1].
///
/// Error of a few units in the last place, for p near 0 as well.
///
/// # Source
/// Acklam's rational approximation (relative error 1.2·10⁻⁹), then one step of Halley's method, which cubes that error.
pub fn quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p > 0.5 {
        return -lower_quantile(1.0 - p);
    }
    lower_quantile(p)
}

/// The standard normal quantile of p ≤ 1/2, where Φ has no cancellation.
fn lower_quantile(p: f64) -> f64 {
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    let start = acklam(p);
    let newton = (cdf(start) - p) / density(start);
    start - newton / (1.0 + 0.5 * start * newton)
}

/// Acklam's approximation to the standard normal quantile of 0 < p ≤ 1/2.
fn acklam(p: f64) -> f64 {
    if p < 0.02425 {
        let q = libm::sqrt(-2.0 * libm::log(p));
        return polynomial(&TAIL_NUMERATOR, q) / polynomial(&TAIL_DENOMINATOR, q);
    }
    let q = p - 0.5;
    q * polynomial(&CENTRE_NUMERATOR, q * q) / polynomial(&CENTRE_DENOMINATOR, q * q)
}

/// The value of a polynomial at x by Horner's rule; the coefficient of the highest power comes first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |value, c| value * x + c)
}

const CENTRE_NUMERATOR: [f64; 6] = [
    -3.969683028665376e1,
    2.209460984245205e2,
    -2.759285104469687e2,
    1.38357751867269e2,
    -3.066479806614716e1,
    2.506628277459239,
];
const CENTRE_DENOMINATOR: [f64; 6] = [
    -5.447609879822406e1,
    1.615858368580409e2,
    -1.556989798598866e2,
    6.680131188771972e1,
    -1.328068155288572e1,
    1.0,
];
const TAIL_NUMERATOR: [f64; 6] = [
    -7.784894002430293e-3,
    -3.223964580411365e-1,
    -2.400758277161838,
    -2.549732539343734,
    4.374664141464968,
    2.938163982698783,
];
const TAIL_DENOMINATOR: [f64; 5] = [
    7.784695709041462e-3,
    3.224671290700398e-1,
    2.445134137142996,
    3.754408661907416,
    1.0,
];

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal};

    #[test]
    fn tails_keep_their_relative_accuracy() {
        for (x, tail) in [
            (1.0, 0.158_655_253_931_457_05),
            (10.0, 7.619_853_024_160_527e-24),
            (37.0, 5.725_571_222_524_577e-300),
        ] {
            assert!((upper_tail(x) / tail - 1.0).abs() < 1e-13, "{x}");
            assert_eq!(cdf(-x), upper_tail(x));
        }
    }

    #[test]
    fn the_quantile_inverts_the_distribution() {
        for p in [1e-300, 1e-20, 1e-5, 0.02424, 0.02426, 0.3, 0.5] {
            assert!((cdf(quantile(p)) / p - 1.0).abs() < 3e-13, "{p}");
        }
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 5e-16);
        assert_eq!(
            (quantile(0.5), quantile(0.0), quantile(1.0)),
            (0.0, f64::NEG_INFINITY, f64::INFINITY)
        );
    }

    #[test]
    fn normal_distribution_agrees_with_a_reference_library() {
        let normal = Normal::standard();
        for step in -40..=40 {
            let x = f64::from(step) / 8.0;
            assert!((cdf(x) - normal.cdf(x)).abs() < 1e-10);
            assert!((quantile(cdf(x)) - x).abs() < 1e-10 * libm::exp(x * x / 2.0).max(1.0));
        }
    }
}
