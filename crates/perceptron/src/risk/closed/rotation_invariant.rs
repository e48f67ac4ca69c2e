//! Computes the risk if the examples have a rotation-invariant distribution and no margin.

use std::f64::consts::PI;

/// The probability that ⟨w, x⟩ and ⟨u, x⟩ have different signs, for an `angle` θ in radians between w and u.
///
/// Holds for every distribution of x that is invariant under rotations and has no mass at zero: Gaussian, sphere, ball. Exact to one rounding.
///
/// # Formula
/// R = θ/π
///
/// # Source
/// docs/theory.md, R2. Only the projection of x on the plane of w and u matters; its direction is uniform on the circle, and the two
/// wedges where the signs differ have angle θ each.
pub fn risk(angle: f64) -> f64 {
    angle / PI
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{agrees, direction, pair_at};
    use crate::sample::dot;

    #[test]
    fn risk_as_angle_over_pi_matches_a_simulation() {
        let (separator, weights) = pair_at(5, 1.1);
        agrees(risk(1.1), 1, |stream| {
            let x = direction(stream, 5);
            (dot(&x, &separator) > 0.0) != (dot(&x, &weights) > 0.0)
        });
    }
}
