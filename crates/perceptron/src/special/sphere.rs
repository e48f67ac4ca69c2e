//! Describes one coordinate of a uniform unit vector: its density, its distribution and the mass of caps.

use super::beta::{power_term, regularized_with_complement};
use std::f64::consts::PI;

/// The density at s of one coordinate of a uniform vector on the unit sphere of ℝᵈ, d ≥ 2; zero for |s| > 1.
///
/// # Formula
/// f_d(s) = Γ(d/2) / (√π Γ((d−1)/2)) · (1−s²)^{(d−3)/2}
pub fn coordinate_density(dimension: usize, s: f64) -> f64 {
    if s.abs() > 1.0 {
        return 0.0;
    }
    // The product (1 − s)(1 + s) keeps the digits that 1 − s² loses near ±1.
    let (square, complement) = (s * s, (1.0 - s) * (1.0 + s));
    match dimension {
        2 => 1.0 / (PI * libm::sqrt(complement)),
        3 => 0.5,
        _ if complement == 0.0 => 0.0,
        // At s = 0 the beta density of s² is infinite, so the square root is divided out of its power term.
        _ => {
            let b = half(dimension - 1);
            let at_zero = libm::exp(-super::beta::ln_beta(0.5, b));
            if square < 1e-290 {
                at_zero
            } else {
                power_term(0.5, b, square, complement) / (s.abs() * complement)
            }
        }
    }
}

/// P(coordinate ≤ t) for a uniform vector on the unit sphere of ℝᵈ, d ≥ 1.
///
/// For d = 1 the coordinate is ±1 with probability ½ each, so the value is ½ on [−1, 1). Relative error about 10⁻¹³ in the lower tail.
///
/// # Formula
/// F_d(t) = I_{(1+t)/2}((d−1)/2, (d−1)/2); the arcsine distribution for d = 2.
///
/// # Examples
/// ```
/// use perceptron::special::sphere::coordinate_cdf;
/// assert_eq!(coordinate_cdf(3, 0.5), 0.75);
/// ```
pub fn coordinate_cdf(dimension: usize, t: f64) -> f64 {
    if t.is_nan() {
        t
    } else if t >= 1.0 {
        1.0
    } else if t < -1.0 {
        0.0
    } else if dimension == 1 {
        0.5
    } else if dimension == 3 {
        0.5 * (1.0 + t)
    } else if t > 0.0 {
        1.0 - lower_tail(dimension, t)
    } else {
        lower_tail(dimension, t)
    }
}

/// P(|coordinate| ≥ g) for a uniform vector on the unit sphere of ℝᵈ: the mass of the two opposite caps at height g ≥ 0 together.
///
/// # Formula
/// I_{1−g²}((d−1)/2, 1/2)
pub fn cap_mass(dimension: usize, g: f64) -> f64 {
    if g <= 0.0 {
        1.0
    } else if g > 1.0 {
        0.0
    } else if dimension == 1 {
        1.0
    } else {
        2.0 * lower_tail(dimension, g)
    }
}

/// P(coordinate ≤ −|t|) for a uniform vector on the unit sphere of ℝᵈ, |t| ≤ 1 and d ≥ 2; computed from 1 − t², so that small caps keep their digits.
fn lower_tail(dimension: usize, t: f64) -> f64 {
    let complement = (1.0 - t) * (1.0 + t);
    match dimension {
        2 => libm::atan2(libm::sqrt(complement), t.abs()) / PI,
        3 => 0.5 * (1.0 - t.abs()),
        _ => 0.5 * regularized_with_complement(half(dimension - 1), 0.5, complement, t * t),
    }
}

fn half(count: usize) -> f64 {
    0.5 * count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::{normal, quadrature::integrate};

    #[test]
    fn the_distribution_is_the_integral_of_the_density() {
        for dimension in [2, 3, 4, 5, 10, 300] {
            for t in [-0.9, -0.3, 0.0, 0.05, 0.6] {
                let mass = integrate(|s| coordinate_density(dimension, s), 0.0, t);
                assert!(
                    (coordinate_cdf(dimension, t) - 0.5 - mass).abs() < 2e-13,
                    "{dimension} {t}"
                );
            }
        }
    }

    #[test]
    fn low_dimensions_match_elementary_formulas() {
        for t in [-1.0, -0.999_999, -0.4, 0.0, 0.7, 1.0] {
            assert!((coordinate_cdf(2, t) - 0.5 - libm::asin(t) / PI).abs() < 1e-15);
            assert_eq!(coordinate_cdf(3, t), 0.5 * (1.0 + t));
            // Archimedes: the area of a zone of the sphere is proportional to its height.
            assert_eq!(cap_mass(3, t.abs()), 1.0 - t.abs());
            let fourth = 0.5 + (t * libm::sqrt((1.0 - t) * (1.0 + t)) + libm::asin(t)) / PI;
            assert!((coordinate_cdf(4, t) - fourth).abs() < 1e-15, "{t}");
            let fifth = (2.0 + 3.0 * t - t * t * t) / 4.0;
            assert!((coordinate_cdf(5, t) - fifth).abs() < 1e-15, "{t}");
        }
        let atoms = [-1.1, -1.0, 0.99, 1.0].map(|t| coordinate_cdf(1, t));
        assert_eq!(atoms, [0.0, 0.5, 0.5, 1.0]);
    }

    #[test]
    fn small_caps_keep_their_relative_accuracy() {
        // In five dimensions the cap above 1 − h has mass (3h² − h³)/4.
        let height = libm::exp2(-30.0);
        let exact = (3.0 - height) * height * height / 4.0;
        assert!((coordinate_cdf(5, height - 1.0) / exact - 1.0).abs() < 1e-13);
        assert!((cap_mass(5, 1.0 - height) / (2.0 * exact) - 1.0).abs() < 1e-13);
        assert_eq!(
            (cap_mass(7, 0.0), cap_mass(7, 1.0), cap_mass(1, 1.0)),
            (1.0, 0.0, 1.0)
        );
    }

    #[test]
    fn a_coordinate_in_many_dimensions_is_nearly_normal() {
        let dimension = 1_000_000;
        for x in [-2.0, -0.5, 1.0] {
            assert!((coordinate_cdf(dimension, x / 1000.0) - normal::cdf(x)).abs() < 1e-6);
        }
    }
}
