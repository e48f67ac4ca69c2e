//! Computes exact learning curves in the plane, where the consistent hypotheses form an arc with a known distribution.
//!
//! Examples are uniform on the circle and labelled by a line through the origin, without a margin. The vectors y·x are uniform on a half circle. The
//! arc of directions consistent with N of them reaches from −πS₁ to πS₂ around the true direction. Here S₁, S₂ are two of the N + 1 spacings of N
//! uniform numbers, so E(S₁ + S₂) = 2/(N+1), and S₁/(S₁+S₂) is uniform and independent of the sum.

use super::angle::angle;
use super::rotation_invariant;
use num_bigint::BigInt;
use num_rational::BigRational;

/// The expected risk of the hypothesis farthest from the true direction among those consistent with N examples, uniform on the circle without a
/// margin.
///
/// # Formula
/// E max(S₁, S₂) = 3/(2(N+1)), with N = `sample_size`
///
/// # Source
/// docs/theory.md, R8.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::circle;
/// assert_eq!(circle::worst_consistent(2).to_string(), "1/2");
/// assert_eq!(circle::gibbs(2).to_string(), "2/9");
/// assert_eq!(circle::max_margin(2).to_string(), "1/6");
/// ```
pub fn worst_consistent(sample_size: u64) -> BigRational {
    over_successor(3, 2, sample_size)
}

/// The expected risk of a hypothesis drawn uniformly from those consistent with N examples, uniform on the circle without a margin.
///
/// # Formula
/// E (S₁² + S₂²)/(2(S₁ + S₂)) = 2/(3(N+1)), with N = `sample_size`
///
/// # Source
/// docs/theory.md, R8.
pub fn gibbs(sample_size: u64) -> BigRational {
    over_successor(2, 3, sample_size)
}

/// The expected risk of the middle of the arc of directions that are consistent with N examples, uniform on the circle without a margin. The middle
/// is the max-margin hypothesis and also the Bayes rule.
///
/// # Formula
/// E |S₁ − S₂|/2 = 1/(2(N+1)), with N = `sample_size`
///
/// # Source
/// docs/theory.md, R8.
pub fn max_margin(sample_size: u64) -> BigRational {
    over_successor(1, 2, sample_size)
}

/// The risk of the weight vector `direction` in the plane, for examples uniform on the circle that the non-zero vector `target` labels; `None` if
/// `direction` is zero.
///
/// # Formula
/// R = θ/π
///
/// # Source
/// docs/theory.md, R2 in two dimensions.
pub fn risk(direction: [f64; 2], target: [f64; 2]) -> Option<f64> {
    angle(&direction, &target).map(rotation_invariant::risk)
}

fn over_successor(numerator: i64, denominator: i64, sample_size: u64) -> BigRational {
    BigRational::new(
        numerator.into(),
        (BigInt::from(sample_size) + 1) * denominator,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{ChaCha8Rng, uniform};
    use num_traits::ToPrimitive;
    use rand_chacha::rand_core::SeedableRng;
    use std::f64::consts::PI;

    const SAMPLE: u64 = 10;
    const REPLICATES: usize = 20_000;

    /// Asserts that the mean of values in [0, 1] agrees with a fraction.
    fn centred(values: &[f64], expected: &BigRational) {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum::<f64>()
            / count;
        let score = (mean - expected.to_f64().unwrap()) / (variance / count).sqrt();
        assert!(score.abs() < 4.0, "{expected} {score}");
    }

    #[test]
    fn learning_curves_match_a_simulation() {
        let mut stream = ChaCha8Rng::seed_from_u64(7);
        // The arc between the nearest boundaries of half-planes on both sides of the true one at angle 0.
        let arcs: Vec<(f64, f64)> = (0..REPLICATES)
            .map(|_| {
                let angles: Vec<f64> = (0..SAMPLE)
                    .map(|_| PI * (uniform(&mut stream) - 0.5))
                    .collect();
                let left = angles
                    .iter()
                    .fold(-PI, |arc, angle| arc.max(angle - PI / 2.0));
                (
                    left,
                    angles
                        .iter()
                        .fold(PI, |arc, angle| arc.min(angle + PI / 2.0)),
                )
            })
            .collect();
        let at = |angle: f64| risk([libm::cos(angle), libm::sin(angle)], [1.0, 0.0]).unwrap();
        let all = |pick: &dyn Fn(f64, f64, f64) -> f64, stream: &mut ChaCha8Rng| -> Vec<f64> {
            arcs.iter()
                .map(|(left, right)| pick(*left, *right, uniform(stream)))
                .collect()
        };
        centred(
            &all(&|left, right, _| at(left).max(at(right)), &mut stream),
            &worst_consistent(SAMPLE),
        );
        centred(
            &all(&|left, right, u| at(left + u * (right - left)), &mut stream),
            &gibbs(SAMPLE),
        );
        centred(
            &all(&|left, right, _| at(0.5 * (left + right)), &mut stream),
            &max_margin(SAMPLE),
        );
    }
}
