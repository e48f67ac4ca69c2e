//! Computes the risk, and the smallest possible risk, for two Gaussian classes with the same spherical covariance.

use super::TestTies;
use crate::sample::dot;
use crate::special::normal;

/// The risk of predicting sign(w·x + b) when x given y is N(y μ, σ² I) and P(y = +1) = `prior`.
///
/// `weights` is w, `offset` is b, `mean` is μ, of the same length as w, and `sigma` is σ > 0. A zero w with b = 0 always scores zero, and `ties` says
/// how this counts; otherwise ties have probability zero. Absolute error about 10⁻¹⁵.
///
/// # Formula
/// R = π Φ(−(w·μ + b)/(σ‖w‖)) + (1 − π) Φ(−(w·μ − b)/(σ‖w‖))
///
/// # Source
/// docs/theory.md, R1: given y, the score w·x + b is N(y w·μ + b, σ²‖w‖²).
pub fn risk(
    weights: &[f64],
    offset: f64,
    mean: &[f64],
    sigma: f64,
    prior: f64,
    ties: TestTies,
) -> f64 {
    let norm = libm::sqrt(dot(weights, weights));
    if norm == 0.0 && offset == 0.0 {
        return ties.risk_of_zero(prior);
    }
    mixture(dot(weights, mean) / norm, offset / norm, sigma, prior)
}

/// The Bayes risk, the smallest of any classifier, for the two Gaussian classes of [`risk`], where `mean_norm` is ‖μ‖. An affine classifier attains
/// it.
///
/// # Formula
/// The risk of w = μ, b = (σ²/2) ln(π/(1 − π)); Φ(−‖μ‖/σ) for equal priors, min(π, 1 − π) for equal means, 0 for a certain label.
///
/// # Source
/// docs/theory.md, R1 and C-B4: the log-likelihood ratio of the classes is 2 μ·x/σ².
///
/// # Examples
/// ```
/// use perceptron::risk::closed::gaussian::bayes_risk;
/// assert!((bayes_risk(1.0, 1.0, 0.5) - 0.158655).abs() < 5e-7);
/// ```
pub fn bayes_risk(mean_norm: f64, sigma: f64, prior: f64) -> f64 {
    let rarer = prior.min(1.0 - prior);
    if mean_norm == 0.0 || rarer <= 0.0 {
        return rarer;
    }
    let shift = 0.5 * sigma * sigma * libm::log(prior / (1.0 - prior));
    mixture(mean_norm, shift / mean_norm, sigma, prior)
}

/// The risk by the formula of [`risk`] for a weight vector w of norm 1, with w·μ = `signal`. An infinite offset means a constant prediction.
fn mixture(signal: f64, offset: f64, sigma: f64, prior: f64) -> f64 {
    // The signal of a zero w is 0/0; then the sign of the infinite offset alone decides.
    let signal = if signal.is_nan() { 0.0 } else { signal };
    let risk = prior * normal::cdf(-(signal + offset) / sigma)
        + (1.0 - prior) * normal::cdf(-(signal - offset) / sigma);
    // A Gaussian reaches everywhere, so a hyperplane has a positive risk, even one below the smallest float.
    match signal.is_finite() && offset.is_finite() {
        true => risk.max(f64::from_bits(1)),
        false => risk,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{agrees, uniform};
    use crate::special::quadrature::integrate;

    #[test]
    fn equal_priors_have_the_published_bayes_risk() {
        assert!((bayes_risk(1.0, 1.0, 0.5) - 0.158_655_253_931_457_05).abs() < 1e-15);
    }

    #[test]
    fn the_bayes_risk_is_the_integral_of_the_smaller_density() {
        for (distance, sigma, prior) in [(1.0, 1.0, 0.5), (0.7, 1.3, 0.2), (2.0, 0.9, 0.95)] {
            let boundary = -0.5 * sigma * sigma * libm::log(prior / (1.0 - prior)) / distance;
            let positive = |x: f64| prior * normal::density((x - distance) / sigma) / sigma;
            let negative = |x: f64| (1.0 - prior) * normal::density((x + distance) / sigma) / sigma;
            let smaller = |x: f64| positive(x).min(negative(x));
            let area = integrate(smaller, -20.0, boundary) + integrate(smaller, boundary, 20.0);
            assert!((bayes_risk(distance, sigma, prior) - area).abs() < 1e-13);
        }
        // If both classes have equal distributions, the rarer class is always predicted wrongly. If the label is certain, there is no error.
        let rarer = [0.3, 0.75, 0.0, 1.0].map(|prior| bayes_risk(0.0, 1.0, prior));
        assert_eq!(rarer, [0.3, 0.25, 0.0, 0.0]);
        let certain = [0.0, 1.0].map(|prior| bayes_risk(1.0, 1.0, prior));
        assert_eq!(certain, [0.0, 0.0]);
    }

    #[test]
    fn no_affine_rule_beats_the_bayes_risk_and_the_affine_bayes_rule_attains_it() {
        let (mean, prior) = ([0.6, -0.8], 0.2);
        let best = bayes_risk(1.0, 1.5, prior);
        for turn in 0..64 {
            for shift in -20..=20 {
                let (angle, offset) = (f64::from(turn) * 0.1, f64::from(shift) * 0.25);
                let weights = [libm::cos(angle), libm::sin(angle)];
                assert!(risk(&weights, offset, &mean, 1.5, prior, TestTies::Half) >= best);
            }
        }
        let offset = 0.5 * 1.5 * 1.5 * libm::log(0.25);
        assert!((risk(&mean, offset, &mean, 1.5, prior, TestTies::Half) - best).abs() < 1e-15);
    }

    #[test]
    fn a_zero_vector_predicts_a_constant_or_ties() {
        let at = |offset, ties| risk(&[0.0, 0.0], offset, &[1.0, 2.0], 1.0, 0.7, ties);
        assert!(
            (at(2.0, TestTies::Half) - 0.3).abs() < 1e-15
                && (at(-2.0, TestTies::Half) - 0.7).abs() < 1e-15
        );
        assert_eq!(
            (at(0.0, TestTies::Mistake), at(0.0, TestTies::Half)),
            (1.0, 0.5)
        );
        assert!((at(0.0, TestTies::Positive) - 0.3).abs() < 1e-15);
    }

    #[test]
    fn risk_matches_a_simulation() {
        let (weights, mean, offset) = ([1.0, -2.0, 0.5], [0.4, -0.1, 0.9], 0.3);
        agrees(
            risk(&weights, offset, &mean, 1.2, 0.3, TestTies::Half),
            5,
            |stream| {
                let label = if uniform(stream) < 0.3 { 1.0 } else { -1.0 };
                let x = mean.map(|m| label * m + 1.2 * normal::quantile(uniform(stream)));
                label * (dot(&weights, &x) + offset) < 0.0
            },
        );
    }
}
