//! Evaluates Owen's T function, the Gaussian mass of a part of a wedge of the plane.

use super::quadrature::integrate;
use std::f64::consts::PI;

/// For |h| above this number, Owen's T(h, a) is below 10⁻³⁰⁰ for every a.
const FAR: f64 = 38.0;

/// T(h, a) = P(X > h, 0 < Y < aX) for independent standard normal X and Y, h ≥ 0, a ≥ 0, where a may be infinite.
///
/// Even in h, odd in a. Absolute error below 10⁻¹⁴.
///
/// # Formula
/// T(h, a) = (1/2π) ∫₀ᵃ exp(−h²(1+x²)/2)/(1+x²) dx = (e^{−h²/2}/2π) ∫₀^{arctan a} exp(−h² tan²(ω)/2) dω
///
/// # Source
/// Owen (1956), Tables for computing bivariate normal probabilities; x = tan ω makes the range finite.
///
/// # Examples
/// ```
/// use perceptron::special::owens_t::owens_t;
/// assert!((owens_t(0.0, 1.0) - 0.125).abs() < 1e-15);
/// ```
pub fn owens_t(h: f64, a: f64) -> f64 {
    if h.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    if h.abs() > FAR {
        return 0.0;
    }
    let integrand = |angle: f64| {
        let slope = h * libm::tan(angle);
        libm::exp(-0.5 * slope * slope)
    };
    // The factor is applied outside the integral, so that it shrinks the absolute error of the quadrature too.
    libm::exp(-0.5 * h * h) / (2.0 * PI) * integrate(integrand, 0.0, libm::atan(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::normal;

    #[test]
    fn the_published_values_of_patefield_and_tandy_are_reproduced() {
        for (h, a, value) in PUBLISHED {
            assert!((owens_t(h, a) - value).abs() < 1e-15, "{h} {a}");
        }
    }

    #[test]
    fn the_closed_forms_at_zero_one_and_infinity_hold() {
        for step in -30..=30 {
            let t = f64::from(step) / 5.0;
            assert!((owens_t(0.0, t) - libm::atan(t) / (2.0 * PI)).abs() < 1e-15);
            assert!((owens_t(t, 1.0) - 0.5 * normal::cdf(t) * normal::cdf(-t)).abs() < 1e-15);
            assert!((owens_t(t, f64::INFINITY) - 0.5 * normal::cdf(-t.abs())).abs() < 1e-15);
        }
        assert_eq!(owens_t(1.0, -2.0), -owens_t(-1.0, 2.0));
        assert_eq!(owens_t(f64::INFINITY, 2.0), 0.0);
    }

    const PUBLISHED: [(f64, f64, f64); 7] = [
        (0.0625, 0.25, 0.03891193023470137),
        (6.5, 0.4375, 2.0005773048508314e-11),
        (7.0, 0.96875, 6.399062719389869e-13),
        (4.78125, 0.0625, 1.0632974804687464e-07),
        (2.0, 0.5, 0.008625077985521507),
        (1.0, 0.9999975, 0.0667418089782286),
        (0.5, 20.0, 0.15426876936299344),
    ];
}
