//! Evaluates the beta function, the regularized incomplete beta function and its inverse.

use std::f64::consts::PI;

/// ½ ln(2π), a constant of Stirling's series.
const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_7;
/// From this argument on, the Stirling series of [`stirling_remainder`] is exact to a double.
const LARGE: f64 = 10.0;
/// The cap on the steps of the continued fraction, far more than any a and b used here need (about √max(a, b)).
const MOST_STEPS: u32 = 100_000;

/// ln B(a, b) for a, b > 0, with absolute error about 10⁻¹⁶·max(1, |ln B|).
///
/// # Formula
/// B(a, b) = Γ(a)Γ(b)/Γ(a+b); with a large argument the leading terms of Stirling's series cancel before rounding.
pub fn ln_beta(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    let sum = small + large;
    if large < LARGE {
        return libm::lgamma(small) + libm::lgamma(large) - libm::lgamma(sum);
    }
    let stretch = (large - 0.5) * libm::log1p(small / large);
    let remainder = stirling_remainder(large) - stirling_remainder(sum);
    if small < LARGE {
        return libm::lgamma(small) + small * (1.0 - libm::log(sum)) - stretch + remainder;
    }
    let small_part = (small - 0.5) * libm::log(small / sum) + stirling_remainder(small);
    HALF_LOG_TWO_PI - 0.5 * libm::log(sum) + small_part - stretch + remainder
}

/// I_x(a, b), the probability that a Beta(a, b) variable is at most x.
///
/// Relative error of the smaller of I and 1 − I below 4·10⁻¹³ for a, b up to 10⁴, near 10⁻¹⁵ for small ones.
///
/// # Formula
/// xᵃ(1−x)ᵇ/(a B(a, b)) divided by the continued fraction DLMF 8.17.22, on the side of the mean where it converges fast.
///
/// # Examples
/// ```
/// use perceptron::special::beta::regularized;
/// assert!((regularized(2.0, 3.0, 0.5) - 0.6875).abs() < 1e-15);
/// ```
pub fn regularized(a: f64, b: f64, x: f64) -> f64 {
    regularized_with_complement(a, b, x, 1.0 - x)
}

/// I_x(a, b), like [`regularized`], for callers that know both x and `complement` = 1 − x to full accuracy.
pub fn regularized_with_complement(a: f64, b: f64, x: f64, complement: f64) -> f64 {
    if a.is_nan() || b.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    if x <= 0.0 {
        return 0.0;
    }
    if complement <= 0.0 {
        return 1.0;
    }
    // The fraction converges fast below the mean only; above it, I_x(a, b) = 1 − I_{1−x}(b, a).
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - lower_side(b, a, complement, x);
    }
    lower_side(a, b, x, complement)
}

/// The p-quantile of Beta(a, b): the x with I_x(a, b) = p, to about 10⁻¹⁴·x, as far as p determines x.
///
/// # Formula
/// Newton's method for ln I as a function of ln x, which is concave for b ≥ 1, kept inside a shrinking bracket.
pub fn inverse_regularized(a: f64, b: f64, p: f64) -> f64 {
    if p.is_nan() || p <= 0.0 {
        return if p.is_nan() { p } else { 0.0 };
    }
    if p >= 1.0 {
        return 1.0;
    }
    if p > 0.5 {
        return 1.0 - lower_inverse(b, a, 1.0 - p);
    }
    lower_inverse(a, b, p)
}

/// The x with I_x(a, b) = p for p ≤ 1/2, where p itself carries all digits.
fn lower_inverse(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    // The leading term of I, solved for x; for b ≥ 1 it is too large, so x starts too low.
    let mut x = libm::exp((libm::log(p * a) + ln_beta(a, b)) / a).min(high);
    for _ in 0..200 {
        let value = regularized(a, b, x);
        if value < p {
            low = x;
        } else {
            high = x;
        }
        let slope = power_term(a, b, x, 1.0 - x) / (1.0 - x);
        let newton = x * libm::exp(libm::log(p / value) * value / slope);
        // A step that leaves the bracket, or is not a number because the value underflowed, becomes a bisection.
        let next = if newton >= low && newton <= high {
            newton
        } else {
            0.5 * (low + high)
        };
        let done = (next - x).abs() <= 2e-16 * x;
        x = next;
        if done {
            break;
        }
    }
    x
}

/// xᵃ yᵇ / B(a, b) for x + y = 1, with relative error about 10⁻¹³.
///
/// # Formula
/// For large a and b the exponent is written with the deviations of x from its mean a/(a+b), which cancels the large terms.
///
/// # Source
/// Loader (2000), Fast and accurate computation of binomial probabilities.
pub fn power_term(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if a.min(b) < LARGE {
        return libm::exp(a * log_of(x, y) + b * log_of(y, x) - ln_beta(a, b));
    }
    let sum = a + b;
    // x(a + b) − a, without subtracting two large numbers.
    let deviation = x * b - y * a;
    let exponent = a * log1p_minus(deviation / a) + b * log1p_minus(-deviation / b);
    let remainder = stirling_remainder(sum) - stirling_remainder(a) - stirling_remainder(b);
    libm::sqrt(a / sum * b / (2.0 * PI)) * libm::exp(exponent + remainder)
}

/// I_x(a, b) for x below about the mean a/(a + b), with y = 1 − x.
fn lower_side(a: f64, b: f64, x: f64, y: f64) -> f64 {
    power_term(a, b, x, y) / (a * continued_fraction(a, b, x))
}

/// The continued fraction 1 + d₁/(1 + d₂/(1 + …)) of I_x(a, b), DLMF 8.17.22, by the modified Lentz method.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let (mut value, mut numerator, mut denominator) = (1.0, 1.0, 0.0);
    for step in 1..MOST_STEPS {
        let d = coefficient(a, b, x, step);
        // A zero would be a divisor in the next step; a tiny number in its place cancels out again.
        numerator = away_from_zero(1.0 + d / numerator);
        denominator = 1.0 / away_from_zero(1.0 + d * denominator);
        let factor = numerator * denominator;
        value *= factor;
        if (factor - 1.0_f64).abs() < 2e-16 {
            break;
        }
    }
    value
}

/// The coefficient d with number `step`, from 1, of the continued fraction of I_x(a, b), DLMF 8.17.23.
fn coefficient(a: f64, b: f64, x: f64, step: u32) -> f64 {
    let m = f64::from(step / 2);
    let product = if step.is_multiple_of(2) {
        m * (b - m)
    } else {
        -(a + m) * (a + b + m)
    };
    product * x / ((a + f64::from(step) - 1.0) * (a + f64::from(step)))
}

fn away_from_zero(x: f64) -> f64 {
    if x.abs() < 1e-300 { 1e-300 } else { x }
}

/// ln x given y = 1 − x, computed from the one that has the more accurate digits.
fn log_of(x: f64, y: f64) -> f64 {
    if x > 0.5 {
        libm::log1p(-y)
    } else {
        libm::log(x)
    }
}

/// ln(1 + e) − e for e > −1, without cancellation near zero.
///
/// # Formula
/// With r = e/(2+e): ln(1+e) = 2(r + r³/3 + r⁵/5 + …) and e = r(2+e), so the difference is −re + 2r³(1/3 + r²/5 + …).
pub(super) fn log1p_minus(e: f64) -> f64 {
    if e.abs() > 0.3 {
        return libm::log1p(e) - e;
    }
    let r = e / (2.0 + e);
    let square = r * r;
    // |r| < 0.18, so that the terms after the twelfth are below rounding.
    let series = (0..12)
        .rev()
        .fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 3));
    2.0 * r * square * series - r * e
}

/// What Stirling's formula misses, ln Γ(x) − (x − ½) ln x + x − ½ ln(2π), by its asymptotic series; error below 10⁻¹⁵ for x ≥ 10.
pub(super) fn stirling_remainder(x: f64) -> f64 {
    let inverse_square = 1.0 / (x * x);
    let coefficients = [
        -691.0 / 360_360.0,
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ];
    coefficients
        .iter()
        .fold(0.0, |sum, c| sum * inverse_square + c)
        / x
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::function::beta as reference;

    #[test]
    fn ln_beta_agrees_with_factorials_and_published_values() {
        assert!((ln_beta(3.0, 4.0) + libm::log(60.0)).abs() < 1e-15);
        assert!((ln_beta(0.5, 0.5) - libm::log(PI)).abs() < 1e-15);
        // Computed with 40 digits.
        for (a, b, value) in LOGARITHMS {
            assert!(
                (ln_beta(a, b) / value - 1.0).abs() < 4e-16,
                "{a} {b} {:e}",
                ln_beta(a, b) / value - 1.0
            );
        }
    }

    #[test]
    fn beta_distribution_keeps_relative_accuracy_in_the_tails() {
        for (a, b, x, value) in DISTRIBUTION {
            let relative = regularized(a, b, x) / value - 1.0;
            assert!(relative.abs() < 4e-13, "{a} {b} {x} {relative:e}");
        }
    }

    #[test]
    fn the_distribution_agrees_with_another_library() {
        for a in [0.5, 1.0, 2.5, 7.0, 30.5] {
            for b in [0.5, 1.5, 4.0, 12.5, 50.0] {
                for step in 1..20 {
                    let x = f64::from(step) / 20.0;
                    assert!((regularized(a, b, x) - reference::beta_reg(a, b, x)).abs() < 1e-11);
                    assert!(
                        (regularized(a, b, x) + regularized(b, a, 1.0 - x) - 1.0).abs() < 1e-14
                    );
                }
            }
        }
    }

    #[test]
    fn inverse_regularized_inverts_the_distribution() {
        for (a, b) in [
            (0.5, 0.5),
            (0.5, 499.5),
            (499.5, 0.5),
            (1.0, 1.0),
            (2.5, 4000.0),
            (5000.0, 5000.0),
            (12.0, 30.0),
        ] {
            for p in [1e-100, 1e-9, 0.1, 0.5, 0.7, 0.999] {
                let x = inverse_regularized(a, b, p);
                let beside = regularized(a, b, x * (1.0 - 1e-14))
                    ..=regularized(a, b, (x * (1.0 + 1e-14)).min(1.0));
                assert!(beside.contains(&p), "{a} {b} {p} {x}");
            }
        }
        assert!((inverse_regularized(0.5, 0.5, 0.25) - 0.146_446_609_406_726_24).abs() < 1e-15);
        assert_eq!(
            (
                inverse_regularized(2.0, 3.0, 0.0),
                inverse_regularized(2.0, 3.0, 1.0)
            ),
            (0.0, 1.0)
        );
    }

    const LOGARITHMS: [(f64, f64, f64); 4] = [
        (0.5, 499.5, -2.5341886059111456),
        (9.5, 10.5, -13.709925546998463),
        (5000.5, 0.5, -3.686256652783377),
        (4000.0, 9000.0, -8027.187206708888),
    ];
    const DISTRIBUTION: [(f64, f64, f64, f64); 8] = [
        (0.5, 499.5, 1e-06, 0.025208207370527588),
        (499.5, 0.5, 0.9, 1.1024560253305652e-24),
        (499.5, 0.5, 0.999, 0.31755266017641215),
        (5000.0, 5000.0, 0.48, 3.147091632030982e-05),
        (5000.0, 5000.0, 0.45, 5.9248182444750185e-24),
        (9999.5, 0.5, 0.999, 7.709844437729804e-06),
        (3.5, 2.0, 0.1, 0.0013123452289698777),
        (50.0, 9000.0, 0.004, 0.01683566450583199),
    ];
}
