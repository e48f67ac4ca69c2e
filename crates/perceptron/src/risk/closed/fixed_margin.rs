//! Computes the risk under the uniform distribution on the two slices of the sphere at a fixed margin.

use crate::special::sphere::coordinate_cdf;
use std::f64::consts::{FRAC_PI_2, PI};

/// The risk of a hypothesis at `angle` θ (radians, 0 to π) from the separator u, for x = y(g u + √(1−g²) z).
///
/// Here z is uniform on the unit sphere of the complement of u in ℝᵈ, d ≥ 2, and `margin` is g in (0, 1).
///
/// Exactly 0 if sin θ ≤ g and θ < π/2. Absolute error about 10⁻¹³ wherever the angle determines the risk to that accuracy.
///
/// # Formula
/// R = F_{d−1}(−g cot(θ)/√(1−g²)), where F is the distribution of a coordinate of a uniform unit vector; R(π−θ) = 1 − R(θ).
///
/// # Source
/// docs/theory.md, R3b: with w = cos θ u + sin θ v the example errs when g cos θ + √(1−g²) (z·v) sin θ < 0.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::fixed_margin::risk;
/// assert!((risk(3, 0.2, 0.7) - 0.422084).abs() < 5e-7);
/// ```
pub fn risk(dimension: usize, margin: f64, angle: f64) -> f64 {
    if angle > FRAC_PI_2 {
        return 1.0 - risk(dimension, margin, PI - angle);
    }
    let sine = libm::sin(angle);
    if dimension < 2 || sine <= margin {
        return 0.0;
    }
    let remainder = libm::sqrt((1.0 - margin) * (1.0 + margin));
    coordinate_cdf(
        dimension - 1,
        -margin * libm::cos(angle) / (remainder * sine),
    )
}

/// P(y⟨w, x⟩ < threshold) for the same x, a unit separator u and any weight vector w, given as [⟨w, u⟩, ‖w − ⟨w, u⟩u‖].
///
/// # Formula
/// F_{d−1}((τ − g⟨w, u⟩)/(√(1−g²) ‖w − ⟨w, u⟩u‖)), and 0 or 1 if w is a multiple of u
///
/// # Source
/// docs/theory.md, R3b: y⟨w, x⟩ = g⟨w, u⟩ + √(1−g²)⟨w, z⟩, and ⟨w, z⟩ is a coordinate of a uniform vector times ‖w − ⟨w, u⟩u‖.
pub fn below(dimension: usize, margin: f64, [along, across]: [f64; 2], threshold: f64) -> f64 {
    let missing = threshold - margin * along;
    if dimension < 2 || across == 0.0 {
        return f64::from(u8::from(missing > 0.0));
    }
    let remainder = libm::sqrt((1.0 - margin) * (1.0 + margin));
    coordinate_cdf(dimension - 1, missing / (remainder * across))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{agrees, direction, pair_at};
    use crate::sample::dot;

    #[test]
    fn the_published_values_are_reproduced() {
        for (dimension, g, angle, value) in [
            (3, 0.2, 0.7, 0.422084),
            (10, 0.1, 0.5, 0.305455),
            (50, 0.3, 1.0, 0.079822),
        ] {
            assert!((risk(dimension, g, angle) - value).abs() < 5.1e-7);
        }
    }

    #[test]
    fn extreme_risks_are_exactly_zero_or_one() {
        for dimension in [2, 3, 10_000] {
            assert_eq!(
                (risk(dimension, 0.5, 0.5), risk(dimension, 0.5, PI - 0.5)),
                (0.0, 1.0)
            );
            assert!((risk(dimension, 0.5, FRAC_PI_2) - 0.5).abs() < 1e-14);
        }
        assert_eq!((risk(2, 0.5, 0.6), risk(2, 0.5, PI - 0.6)), (0.5, 0.5));
    }

    #[test]
    fn probability_below_a_threshold_matches_a_simulation_and_the_risk() {
        let (g, threshold, mut weights) = (0.25, 0.4, pair_at(7, 0.9).1);
        weights.iter_mut().for_each(|weight| *weight *= 1.5);
        let along = weights.remove(0);
        let across = libm::sqrt(dot(&weights, &weights));
        agrees(below(7, g, [along, across], threshold), 4, |stream| {
            let around = libm::sqrt(1.0 - g * g) * dot(&direction(stream, 6), &weights);
            g * along + around < threshold
        });
        let at_zero = below(7, g, [libm::cos(0.9), libm::sin(0.9)], 0.0);
        assert!((at_zero - risk(7, g, 0.9)).abs() < 1e-14);
        assert_eq!(
            [1.9, 2.1].map(|long| below(7, 0.5, [long, 0.0], 1.0)),
            [1.0, 0.0]
        );
    }

    #[test]
    fn risk_matches_a_simulation() {
        let (g, mut weights) = (0.25, pair_at(7, 0.9).1);
        let along = weights.remove(0);
        agrees(risk(7, g, 0.9), 3, |stream| {
            g * along + libm::sqrt(1.0 - g * g) * dot(&direction(stream, 6), &weights) < 0.0
        });
    }
}
