//! Computes the risk under a Gaussian distribution conditioned on a margin from the separator.

use super::wedge::half_share;
use std::f64::consts::{FRAC_PI_2, PI};

/// The risk of a hypothesis at `angle` θ (radians, 0 to π) from the separator u, for x ~ N(0, I) given |u·x| ≥ g, where `margin` is g ≥ 0 and
/// y = sign(u·x). It does not depend on the dimension d ≥ 2.
///
/// Relative error about 10⁻¹⁴ below π/2, even for large g, where Owen's T and Φ(−g) both vanish.
///
/// # Formula
/// R = ½ − T(g, cot θ)/Φ(−g) with Owen's T, computed as ½ ∫₀^θ exp(−g² cot²(φ)/2) dφ ÷ ∫₀^{π/2} (the same), and
/// R(π−θ) = 1 − R(θ).
///
/// # Source
/// docs/theory.md, R4. The second form is Owen's integral with x = cot φ. It takes the difference of the first form before rounding, and
/// ½ Φ(−g) is its value at π/2.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::truncated_gaussian::risk;
/// assert!((risk(1.0, 1.3) - 0.337287).abs() < 5e-7);
/// ```
pub fn risk(margin: f64, angle: f64) -> f64 {
    if angle > FRAC_PI_2 {
        return 1.0 - risk(margin, PI - angle);
    }
    if angle <= 0.0 {
        return 0.0;
    }
    let log_weight = |direction: f64| {
        let slope = margin * libm::cos(direction) / libm::sin(direction);
        -0.5 * slope * slope
    };
    half_share(log_weight, 0.0, angle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{agrees, pair_at, uniform};
    use crate::sample::dot;
    use crate::special::{normal, owens_t::owens_t};

    #[test]
    fn the_published_values_and_owens_function_are_reproduced() {
        assert!((risk(0.2, 0.7) - 0.179452).abs() < 5.1e-7);
        assert!((risk(1.0, 1.3) - 0.337287).abs() < 5.1e-7);
        for g in [0.0, 0.01, 0.5, 1.0, 2.0] {
            for angle in [1e-3, 0.2, 1.0, FRAC_PI_2, 2.5] {
                let by_owen =
                    0.5 - owens_t(g, libm::cos(angle) / libm::sin(angle)) / normal::upper_tail(g);
                assert!((risk(g, angle) - by_owen).abs() < 1e-12, "{g} {angle}");
            }
        }
    }

    #[test]
    fn without_a_margin_the_risk_is_the_angle_over_pi() {
        for angle in [0.0, 1e-9, 0.3, FRAC_PI_2, 3.0, PI] {
            assert!((risk(0.0, angle) - angle / PI).abs() < 1e-15);
        }
    }

    #[test]
    fn risk_matches_a_simulation() {
        let (g, weights) = (0.8, pair_at(2, 0.9).1);
        agrees(risk(g, 0.9), 4, |stream| {
            let along = -normal::quantile(uniform(stream) * normal::upper_tail(g));
            dot(&weights, &[along, normal::quantile(uniform(stream))]) < 0.0
        });
    }
}
