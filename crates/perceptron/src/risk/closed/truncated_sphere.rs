//! Computes the risk under the uniform distribution on the sphere, conditioned on a margin from the separator.

use super::wedge::half_share;
use crate::special::quadrature::{integrate, integrate_within};
use crate::special::sphere::coordinate_cdf;
use std::f64::consts::{FRAC_PI_2, PI};

/// The accepted error of the integral over a panel.
const PANEL_ERROR: f64 = 1e-12;

/// The risk of a hypothesis at `angle` θ (radians, 0 to π) from the separator u, for x uniform on the unit sphere of ℝᵈ given
/// |u·x| ≥ g, where `margin` is g in [0, 1) and y = sign(u·x).
///
/// Exactly 0 if sin θ ≤ g and θ < π/2, because such a hypothesis makes no mistakes. Elsewhere the absolute error is below 10⁻¹⁴, and the relative
/// error is the one that an angle off by 10⁻¹⁶ causes, so tiny risks in many dimensions keep their digits. In one dimension the risk is 0 or 1.
///
/// # Formula
/// R(θ) = ½ ∫_{asin g}^θ (1 − t(φ)²)^{(d−2)/2} dφ ÷ ∫_{asin g}^{π/2} (the same), with t(φ) = g cot(φ)/√(1−g²), for θ ≤ π/2, and
/// R(π−θ) = 1 − R(θ).
///
/// # Source
/// docs/theory.md, R3, has R = (2/P_g) ∫_g^{sin θ} f_d(s) F_{d−1}(−s cot θ/√(1−s²)) ds. Its derivative in θ is
/// (2/P_g) ∫ f_d f_{d−1} s/(sin²θ √(1−s²)) ds. All powers of 1 − s² cancel, and the integral is elementary:
/// dR/dθ = (1 − g²/sin²θ)^{(d−2)/2} / (π P_g). By symmetry R(π/2) = ½, so P_g = P(|u·x| ≥ g) need not be computed.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::truncated_sphere::risk;
/// assert!((risk(3, 0.2, 0.7) - 0.163112).abs() < 5e-7);
/// assert_eq!(risk(3, 0.2, 0.2), 0.0);
/// ```
pub fn risk(dimension: usize, margin: f64, angle: f64) -> f64 {
    if angle > FRAC_PI_2 {
        return 1.0 - risk(dimension, margin, PI - angle);
    }
    if dimension < 2 || libm::sin(angle) <= margin {
        return 0.0;
    }
    let lowest = libm::asin(margin);
    let power = 0.5 * (dimension - 2) as f64;
    // The exponent is 0, so the integrals are lengths of intervals.
    if dimension == 2 {
        return 0.5 * (angle - lowest).max(0.0) / (FRAC_PI_2 - lowest);
    }
    half_share(
        |distance| power * log_slack(margin, lowest, distance),
        lowest,
        angle,
    )
}

/// P(y⟨w, x⟩ < threshold) for the same x, a unit separator u and any weight vector w, given as [⟨w, u⟩, ‖w − ⟨w, u⟩u‖].
///
/// The absolute error is about 10⁻¹¹; in the plane, where arcs are measured, it is that of the angles.
///
/// # Formula
/// (2/P_g) ∫_g^1 f_d(s) F_{d−1}((τ − s⟨w, u⟩)/(√(1−s²) ‖w − ⟨w, u⟩u‖)) ds, which for w = 0 is 1 if τ > 0. With s = sin φ, f_d(s) ds is in
/// proportion to cos^{d−2}(φ) dφ.
///
/// # Source
/// docs/theory.md, R3: given s = |⟨u, x⟩|, the rest of x is uniform on a sphere of radius √(1−s²) in the complement of u.
pub fn below(dimension: usize, margin: f64, [along, across]: [f64; 2], threshold: f64) -> f64 {
    let length = libm::hypot(along, across);
    if dimension < 2 || threshold > length {
        return f64::from(u8::from(threshold > along.min(length)));
    }
    let (lowest, tilt) = (libm::asin(margin), libm::atan2(across, along));
    let reach = libm::asin((threshold / length).max(-1.0));
    if dimension == 2 {
        return below_on_circle(lowest, tilt, reach);
    }
    // The density relative to its largest value, so that no power underflows before it is divided by the mass.
    let power = (dimension - 2) as f64;
    let density = |arc: f64| libm::pow(libm::cos(arc) / libm::cos(lowest), power);
    let part = |arc: f64| {
        let missing = threshold - libm::sin(arc) * along;
        match across * libm::cos(arc) {
            0.0 => f64::from(u8::from(missing > 0.0)),
            around => coordinate_cdf(dimension - 1, missing / around),
        }
    };
    let mass = integrate(density, lowest, FRAC_PI_2);
    let integrand = |arc: f64| density(arc) * part(arc) / mass;
    let ends = pieces([lowest, FRAC_PI_2], tilt, reach);
    let pieces = ends
        .windows(2)
        .map(|ends| integrate_within(integrand, [ends[0], ends[1]], PANEL_ERROR));
    pieces.sum::<f64>().clamp(0.0, 1.0)
}

/// The probability in the plane, where x = (sin φ, ± cos φ) with φ uniform from `lowest` to π/2, and the score is ‖w‖ sin(φ ± tilt) with the threshold
/// at ‖w‖ sin(reach).
fn below_on_circle(lowest: f64, tilt: f64, reach: f64) -> f64 {
    let within = |from: f64, to: f64| (to.min(FRAC_PI_2) - from.max(lowest)).max(0.0);
    // φ + tilt lies between 0 and 3π/2, φ − tilt between −π and π/2.
    let turned_up = within(lowest, reach - tilt) + within(PI - reach - tilt, FRAC_PI_2);
    let turned_down = within(tilt - PI - reach, tilt + reach);
    (turned_up + turned_down) / (2.0 * (FRAC_PI_2 - lowest))
}

/// Splits a range of the angle φ = asin(s) where the nearest or the farthest point of the examples with |⟨u, x⟩| = s reaches the threshold, because
/// the integrand has kinks there.
fn pieces([lowest, highest]: [f64; 2], tilt: f64, reach: f64) -> Vec<f64> {
    let mut ends = vec![
        reach - tilt,
        reach + tilt,
        PI - reach - tilt,
        PI - reach + tilt,
    ];
    ends.retain(|kink| lowest < *kink && *kink < highest);
    ends.extend([lowest, highest]);
    ends.sort_by(f64::total_cmp);
    ends
}

/// ln(1 − t²) with t = g cot(φ)/√(1−g²), at the angle φ = asin(g) + `distance`; `margin` is g and `lowest` is asin(g).
///
/// # Formula
/// 1 − t² = sin(φ − asin g) sin(φ + asin g) / ((1 − g²) sin²φ), which keeps its digits where t is near 1.
fn log_slack(margin: f64, lowest: f64, distance: f64) -> f64 {
    let direction = lowest + distance;
    let (sine, remainder) = (libm::sin(direction), (1.0 - margin) * (1.0 + margin));
    let t = margin * libm::cos(direction) / (libm::sqrt(remainder) * sine);
    // Without cancellation the direct formula is equally exact.
    if t * t < 0.5 {
        return libm::log1p(-t * t);
    }
    libm::log(libm::sin(distance) * libm::sin(direction + lowest) / (remainder * sine * sine))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{agrees, direction, pair_at};
    use crate::sample::dot;
    use crate::special::sphere;
    use rand_chacha::ChaCha8Rng;

    /// A uniform unit vector, given that its first coordinate is at least g in absolute value.
    fn with_margin(stream: &mut ChaCha8Rng, dimension: usize, g: f64) -> Vec<f64> {
        loop {
            let x = direction(stream, dimension);
            if x[0].abs() >= g {
                return x;
            }
        }
    }

    fn in_three_dimensions(g: f64, angle: f64) -> f64 {
        let (sine, cot) = (libm::sin(angle), 1.0 / libm::tan(angle));
        let first = libm::atan(libm::sqrt(1.0 - g * g / (sine * sine)) / cot);
        (first - g * libm::acos(g * cot / libm::sqrt(1.0 - g * g))) / (PI * (1.0 - g))
    }

    fn in_four_dimensions(g: f64, angle: f64) -> f64 {
        let arc = g * libm::sqrt(1.0 - g * g) + libm::asin(g);
        (angle - arc + g * g / libm::tan(angle)) / (2.0 * (FRAC_PI_2 - arc))
    }

    /// The double form of docs/theory.md, R3, with s = sin φ.
    fn as_printed(dimension: usize, g: f64, angle: f64) -> f64 {
        // The mass is divided inside the integral: it may be 10⁻¹⁰⁰, and the accuracy of the quadrature is absolute.
        let mass = sphere::cap_mass(dimension, g);
        let integrand = |arc: f64| {
            let t = -libm::tan(arc) / libm::tan(angle);
            let density =
                sphere::coordinate_density(dimension, libm::sin(arc)) * libm::cos(arc) / mass;
            2.0 * density * sphere::coordinate_cdf(dimension - 1, t)
        };
        integrate(integrand, libm::asin(g), angle)
    }

    #[test]
    fn the_published_table_is_reproduced() {
        let dimensions = [2, 3, 4, 5, 8, 20];
        let first = [0.182061, 0.163112, 0.149203, 0.138004, 0.113066, 0.061150];
        let second = [0.407932, 0.404718, 0.402263, 0.400206, 0.395268, 0.382085];
        for ((dimension, wide), narrow) in dimensions.into_iter().zip(first).zip(second) {
            assert!((risk(dimension, 0.2, 0.7) - wide).abs() < 5.1e-7);
            assert!((risk(dimension, 0.1, 1.3) - narrow).abs() < 5.1e-7);
        }
    }

    #[test]
    fn the_closed_forms_in_three_and_four_dimensions_agree() {
        for g in [0.01, 0.2, 0.6, 0.95] {
            for part in [0.001, 0.1, 0.5, 0.9, 0.999] {
                let angle = libm::asin(g) + part * (FRAC_PI_2 - libm::asin(g));
                assert!((risk(3, g, angle) - in_three_dimensions(g, angle)).abs() < 1e-13);
                assert!((risk(4, g, angle) - in_four_dimensions(g, angle)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_double_integral_agrees_up_to_a_thousand_dimensions() {
        for dimension in [3, 4, 7, 50, 1000] {
            for (g, angle) in [(0.01, 0.05), (0.1, 0.8), (0.3, 1.2), (0.6, 1.5)] {
                let (new, printed) = (risk(dimension, g, angle), as_printed(dimension, g, angle));
                assert!(
                    (new - printed).abs() < 1e-12,
                    "{dimension} {g} {angle} {new} {printed}"
                );
            }
        }
    }

    #[test]
    fn without_a_margin_the_risk_is_the_angle_over_pi() {
        for dimension in [2, 3, 10, 3000] {
            for angle in [0.0, 1e-8, 0.4, FRAC_PI_2, 2.0, PI] {
                assert!((risk(dimension, 0.0, angle) - angle / PI).abs() < 1e-14);
                assert!((risk(dimension, 1e-9, angle) - angle / PI).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn extreme_angles_give_risk_exactly_zero_or_one() {
        for dimension in [1, 2, 3, 4, 700] {
            assert_eq!(risk(dimension, 0.5, 0.5), 0.0);
            assert_eq!(risk(dimension, 0.5, PI - 0.5), 1.0);
            assert_eq!(risk(dimension, 0.5, libm::asin(0.5)), 0.0);
        }
        assert!((risk(5, 0.5, FRAC_PI_2) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn tiny_risks_keep_their_digits() {
        // Integrated with 40 digits.
        assert!((risk(1000, 0.5, 1.0) / 1.8908344913223e-34 - 1.0).abs() < 1e-11);
    }

    #[test]
    fn probability_below_a_threshold_is_the_risk_at_zero_and_matches_a_simulation() {
        for (dimension, g, angle) in [
            (3, 0.2, 0.7),
            (5, 0.1, 1.3),
            (20, 0.2, 0.7),
            (50, 0.01, 2.5),
        ] {
            let at_zero = below(dimension, g, [libm::cos(angle), libm::sin(angle)], 0.0);
            assert!((at_zero - risk(dimension, g, angle)).abs() < 1e-11);
        }
        for angle in [0.5, 1.0, 1.4, 2.5] {
            let at_zero = below(2, 0.3, [libm::cos(angle), libm::sin(angle)], 0.0);
            assert!((at_zero - risk(2, 0.3, angle)).abs() < 1e-15);
        }
        agrees(below(2, 0.3, [1.1, 0.8], 1.0), 5, |stream| {
            let x = with_margin(stream, 2, 0.3);
            (1.1 * x[0] + 0.8 * x[1]) * x[0].signum() < 1.0
        });
        let (_, mut weights) = pair_at(6, 1.0);
        weights.iter_mut().for_each(|weight| *weight *= 2.0);
        let parts = [weights[0], weights[1]];
        agrees(below(6, 0.3, parts, 1.0), 5, |stream| {
            let x = with_margin(stream, 6, 0.3);
            dot(&x, &weights) * x[0].signum() < 1.0
        });
        assert_eq!(below(6, 0.3, [0.9, 0.0], 1.0), 1.0);
        assert!(below(6, 0.3, [1.1, 0.0], 1.0) < 1.0);
    }

    #[test]
    fn a_threshold_that_the_longest_score_barely_reaches_has_the_probability_of_the_limit() {
        for dimension in [2, 3, 4, 20] {
            let (along, across) = (9.670920672389423, 2.5442667604539704);
            let length = libm::hypot(along, across);
            for threshold in [length, length * (1.0 - 1e-15), length * (1.0 - 1e-12)] {
                let probability = below(dimension, 0.7, [along, across], threshold);
                assert!(probability > 1.0 - 1e-5 && probability <= 1.0);
            }
        }
    }

    #[test]
    fn risk_matches_a_simulation() {
        let (separator, weights) = pair_at(6, 1.0);
        agrees(risk(6, 0.3, 1.0), 2, |stream| {
            let x = with_margin(stream, 6, 0.3);
            (dot(&x, &separator) > 0.0) != (dot(&x, &weights) > 0.0)
        });
    }
}
