//! Evaluates the learning curves of one pass over teacher-student data, in the limit of many features.
//!
//! α is the number of examples per feature, and ε = θ/π the probability of an error on a fresh example, θ the angle to the teacher.

use std::f64::consts::PI;

/// √(2π).
const ROOT: f64 = 2.506_628_274_631_000_7;
/// Steps of the differential equations per unit of √α.
const STEPS: f64 = 64.0;

/// ε of Hebb's rule after α ≥ 0 examples per feature, to a few roundings.
///
/// # Formula
/// acos √(2α/(2α + π))/π, the same as atan √(π/(2α))/π
///
/// # Examples
/// ```
/// let risk = perceptron::special::learning_curve::hebb(5.0);
/// assert!((risk - 0.162_614).abs() < 5e-7);
/// ```
pub fn hebb(alpha: f64) -> f64 {
    libm::atan2(libm::sqrt(0.5 * PI), libm::sqrt(alpha)) / PI
}

/// ε of the perceptron after α ≥ 0 examples per feature, and a bound on its error: the difference from steps twice as wide.
///
/// # Formula
/// With ρ = ⟨w, u⟩/N, q = ‖w‖/√N, R = ρ/q and ε = acos(R)/π: dρ/dα = (1 − R)/√(2π) and dq²/dα = ε − 2q(1 − R)/√(2π), from ρ = q = 0. In x = √α
/// both sides are smooth; the classical method of Runge and Kutta goes from 0 to √α in equal steps.
/// # Source
/// docs/theory.md: 8.5, X9; Biehl and Riegler, Europhysics Letters 28 (1994) 525.
///
/// # Examples
/// ```
/// let [risk, error] = perceptron::special::learning_curve::perceptron(5.0);
/// assert!((risk - 0.182_222).abs() < 5e-7 && error < 1e-8);
/// ```
pub fn perceptron(alpha: f64) -> [f64; 2] {
    let end = libm::sqrt(alpha.max(0.0));
    let steps = libm::ceil(STEPS * end).max(1.0);
    let (fine, coarse) = (integrated(end, 2.0 * steps), integrated(end, steps));
    [fine, (fine - coarse).abs() + 4.0 * f64::EPSILON]
}

/// ε at x = √α = `end` by `steps` equal steps.
fn integrated(end: f64, steps: f64) -> f64 {
    let width = end / steps;
    let mut state = [0.0; 2];
    for index in 0..steps as u64 {
        state = step(width * index as f64, state, width);
    }
    error_rate(state)
}

/// ε at the state (ρ, q); ½ at the start, where w has no direction.
fn error_rate([progress, length]: [f64; 2]) -> f64 {
    match length > 0.0 {
        true => libm::acos((progress / length).min(1.0)) / PI,
        false => 0.5,
    }
}

/// The derivatives of ρ and q by x = √α. At x = 0 the second is the limit √½, because q² is α/2 for small α.
fn slopes(x: f64, state: [f64; 2]) -> [f64; 2] {
    let [progress, length] = state;
    if length <= 0.0 {
        return [0.0, libm::sqrt(0.5)];
    }
    let gain = (1.0 - progress / length) / ROOT;
    [
        2.0 * x * gain,
        x * (error_rate(state) / length - 2.0 * gain),
    ]
}

/// One step of the classical method of Runge and Kutta from x.
fn step(x: f64, state: [f64; 2], width: f64) -> [f64; 2] {
    let moved = |slopes: [f64; 2], part: f64| {
        [0, 1].map(|index| state[index] + part * width * slopes[index])
    };
    let first = slopes(x, state);
    let second = slopes(x + 0.5 * width, moved(first, 0.5));
    let third = slopes(x + 0.5 * width, moved(second, 0.5));
    let fourth = slopes(x + width, moved(third, 1.0));
    let mean = [0, 1]
        .map(|index| (first[index] + 2.0 * (second[index] + third[index]) + fourth[index]) / 6.0);
    moved(mean, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with 20 digits and 3000 steps.
    const PERCEPTRON: [(f64, f64); 5] = [
        (1.0, 0.319_223_862_696_119),
        (5.0, 0.182_221_781_751_102),
        (10.0, 0.137_581_187_675_054),
        (20.0, 0.106_002_243_201_831),
        (40.0, 0.082_913_446_262_024_5),
    ];

    #[test]
    fn curve_of_the_perceptron_is_the_published_one_within_its_error() {
        for (alpha, due) in PERCEPTRON {
            let [found, error] = perceptron(alpha);
            assert!((found - due).abs() <= error, "{alpha} {found} {error:e}");
            assert!(error < 1e-8, "{alpha} {error:e}");
        }
        assert_eq!(perceptron(0.0)[0], 0.5);
    }

    #[test]
    fn curve_of_the_perceptron_ends_in_a_power_law() {
        let constant = libm::cbrt(2.0 / 3.0) / PI;
        let ratio = |alpha: f64| perceptron(alpha)[0] * libm::cbrt(alpha) / constant;
        let [near, far] = [1e4, 1e6].map(|alpha| (ratio(alpha) - 1.0).abs());
        assert!(far < 2e-4 && far < near, "{near:e} {far:e}");
    }

    #[test]
    fn curve_of_hebb_is_the_published_one() {
        for (alpha, due) in [(1.0, 0.285634), (5.0, 0.162614), (10.0, 0.120111)] {
            assert!((hebb(alpha) - due).abs() < 5e-7);
            let cosine = libm::sqrt(2.0 * alpha / (2.0 * alpha + PI));
            assert!((hebb(alpha) - libm::acos(cosine) / PI).abs() < 1e-15);
        }
        assert_eq!(hebb(0.0), 0.5);
    }
}
