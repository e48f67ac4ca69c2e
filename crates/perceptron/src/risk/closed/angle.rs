//! Computes the angle between two vectors without losing digits if they are nearly aligned.

use crate::sample::dot;

/// The angle in radians, 0 to π, between `weights` and a non-zero `target` of the same length; `None` if `weights` is zero.
///
/// Absolute error about 10⁻¹⁵, also for small angles, for which the arc cosine would lose half of the digits.
///
/// # Formula
/// θ = atan2(‖w − (w·u/u·u) u‖, w·u/‖u‖)
///
/// # Examples
/// ```
/// use perceptron::risk::closed::angle::angle;
/// assert_eq!(angle(&[2.0, 2.0], &[3.0, 0.0]), Some(std::f64::consts::FRAC_PI_4));
/// assert_eq!(angle(&[0.0, 0.0], &[3.0, 0.0]), None);
/// ```
pub fn angle(weights: &[f64], target: &[f64]) -> Option<f64> {
    if weights.iter().all(|weight| *weight == 0.0) {
        return None;
    }
    let (along, square) = (dot(weights, target), dot(target, target));
    let across: Vec<f64> = weights
        .iter()
        .zip(target)
        .map(|(w, u)| w - along / square * u)
        .collect();
    Some(libm::atan2(
        libm::sqrt(dot(&across, &across)),
        along / libm::sqrt(square),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn tiny_and_nearly_straight_angles_are_measured() {
        for small in [1e-3, 1e-9, 1e-14] {
            let near = angle(&[5.0, 5.0 * small], &[1.0, 0.0]).unwrap();
            assert!((near / libm::atan(small) - 1.0).abs() < 1e-15);
            let far = angle(&[-1.0, small], &[3.0, 0.0]).unwrap();
            assert!((far - (PI - libm::atan(small))).abs() < 1e-15);
        }
    }
}
