//! Integrates a weight over the wedge of directions in a plane on which two hyperplanes disagree.

use crate::special::quadrature::integrate;
use std::f64::consts::FRAC_PI_2;

/// Half of the fraction that the angles from `lower` to `angle` contribute to the integral of exp(`log_weight`) from `lower` to π/2, in radians.
///
/// `log_weight` is a function of the distance of a direction φ from `lower`; it increases and is 0 at φ = π/2. Both integrands are scaled by their
/// largest value, so that a fraction of 10⁻³⁰⁰ is as accurate as one of ½.
pub(super) fn half_share(log_weight: impl Fn(f64) -> f64, lower: f64, angle: f64) -> f64 {
    let largest = log_weight(angle - lower);
    let part = integrate(
        |distance| libm::exp(log_weight(distance) - largest),
        0.0,
        angle - lower,
    );
    let whole = integrate(
        |distance| libm::exp(log_weight(distance)),
        0.0,
        FRAC_PI_2 - lower,
    );
    0.5 * libm::exp(largest) * part / whole
}
