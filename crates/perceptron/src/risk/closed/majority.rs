//! Counts exactly on how many sign vectors integer weights misclassify the majority of the first coordinates.

use super::TestTies;
use super::signed_sums::{SignCount, Sums, all_sums, majority_sums};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

/// Largest dimension n in which twice a number of sign vectors fits 128 bits, so that risks are counted exactly.
const LARGEST_EXACT: usize = 127;

/// The risk of integer weights on a majority function of n signs, over all 2ⁿ sign vectors with equal probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MajorityRisk {
    /// The number of coordinates n of x; there are 2ⁿ sign vectors.
    pub dimension: usize,
    /// The number of misclassified sign vectors, with ties counted by the tie convention; `None` above 127 dimensions.
    pub mistakes: Option<u128>,
    /// The risk: exact to one rounding where `mistakes` is known, otherwise with relative error about n·10⁻¹⁶.
    pub value: f64,
}

impl MajorityRisk {
    /// The risk as a fraction in lowest terms; `None` above 127 dimensions.
    pub fn exact(&self) -> Option<BigRational> {
        self.mistakes
            .map(|mistakes| BigRational::new(mistakes.into(), BigInt::from(1) << self.dimension))
    }
}

/// The risk of sign(w·x) for y = sign(x₁ + … + x_r), where x is uniform on {−1, +1}ⁿ, w is `weights` and r is `relevant`.
///
/// `None` if r is even or exceeds n, or if there are too many different sums (many large and different weights). Weights are first divided by their
/// greatest common divisor, so a common factor costs nothing. Time about n·r·Σ|w|.
///
/// # Formula
/// Let A = x₁ + … + x_r, N₁ = #{A > 0, w·x < 0} and T = #{w·x = 0}. Then mistakes = 2N₁ + T if a tie is a mistake, and 2N₁ + T/2 if it predicts +1 or
/// counts half.
///
/// # Source
/// docs/theory.md, R5. The sums over the relevant and over the other coordinates are tabulated separately and matched in increasing order;
/// x → −x gives the mistakes with A < 0 and halves T.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::{TestTies, majority::risk};
/// let first_coordinate = risk(&[1, 0, 0, 0, 0], 3, TestTies::Mistake);
/// assert_eq!(first_coordinate.map(|risk| risk.value), Some(0.25));
/// ```
pub fn risk(weights: &[i64], relevant: usize, ties: TestTies) -> Option<MajorityRisk> {
    if relevant.is_even() || relevant > weights.len() {
        return None;
    }
    let reduced = lowest_terms(weights);
    let dimension = weights.len();
    if dimension > LARGEST_EXACT {
        let value = mistakes(&reduced, relevant, ties, 2.0)?;
        return Some(MajorityRisk {
            dimension,
            mistakes: None,
            value,
        });
    }
    let count: u128 = mistakes(&reduced, relevant, ties, 2)?;
    let value = libm::ldexp(count as f64, -(dimension as i32));
    Some(MajorityRisk {
        dimension,
        mistakes: Some(count),
        value,
    })
}

fn lowest_terms(weights: &[i64]) -> Vec<i64> {
    let shared = weights
        .iter()
        .fold(0_u64, |shared, weight| shared.gcd(&weight.unsigned_abs()));
    // The divisor may be 2⁶³, which does not fit an i64.
    let divisor = i128::from(shared.max(1));
    weights
        .iter()
        .map(|weight| (i128::from(*weight) / divisor) as i64)
        .collect()
}

/// The formula of [`risk`]: the number of misclassified sign vectors, or their fraction, as the type `T` counts; `two` is the number 2.
fn mistakes<T: SignCount>(weights: &[i64], relevant: usize, ties: TestTies, two: T) -> Option<T> {
    let (first, others) = weights.split_at(relevant);
    let total = weights.iter().map(|weight| i128::from(*weight)).sum();
    let (wrong, tied) = matched::<T>(&majority_sums(first)?, &all_sums(others)?, total);
    let weighed = match ties {
        TestTies::Mistake => tied.times(two),
        TestTies::Positive | TestTies::Negative | TestTies::Half => tied,
    };
    Some(wrong.times(two).plus(weighed))
}

/// Counts the sign vectors x with w·x < 0 and those with w·x = 0. Each list has the sums of the weights at the +1 coordinates of one part of the
/// coordinates; for one sum from each list, w·x is twice their sum minus `total`, the sum of all weights.
fn matched<T: SignCount>(first: &Sums<T>, others: &Sums<T>, total: i128) -> (T, T) {
    let (mut wrong, mut tied, mut below) = (T::ZERO, T::ZERO, T::ZERO);
    let mut rest = others.iter().peekable();
    // In decreasing order of the sums the boundary only rises, so one pass over the other list is enough.
    for (sum, count) in first.iter().rev() {
        let boundary = total - 2 * sum;
        while let Some((_, passed)) = rest.next_if(|(other, _)| 2 * other < boundary) {
            below = below.plus(*passed);
        }
        wrong = wrong.plus(count.times(below));
        // The entry is not consumed, because it counts as below at the next, higher boundary.
        if let Some((_, level)) = rest.peek().filter(|(other, _)| 2 * other == boundary) {
            tied = tied.plus(count.times(*level));
        }
    }
    (wrong, tied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::monte_carlo::{ChaCha8Rng, agrees};
    use crate::sample::Label;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn signs(stream: &mut impl Rng, dimension: usize) -> Vec<i64> {
        (0..dimension)
            .map(|_| if stream.next_u32() >> 31 == 0 { 1 } else { -1 })
            .collect()
    }

    fn half_mistakes(weights: &[i64], relevant: usize, ties: TestTies, x: &[i64]) -> u128 {
        let score: i64 = weights.iter().zip(x).map(|(w, x)| w * x).sum();
        let label = if x[..relevant].iter().sum::<i64>() > 0 {
            Label::Positive
        } else {
            Label::Negative
        };
        u128::from(ties.half_mistakes(label, score.cmp(&0)))
    }

    #[test]
    fn risk_matches_a_count_over_all_sign_vectors() {
        let mut stream = ChaCha8Rng::seed_from_u64(1);
        for round in 0..120 {
            let dimension = 1 + round % 10;
            let relevant =
                (1 + 2 * (stream.next_u32() as usize % 5)).min(dimension - 1 + dimension % 2);
            let weights: Vec<i64> = (0..dimension)
                .map(|_| i64::from(stream.next_u32() % 9) - 4)
                .collect();
            for ties in [TestTies::Mistake, TestTies::Positive, TestTies::Half] {
                let recount: u128 = (0..1_u32 << dimension)
                    .map(|bits| {
                        (0..dimension)
                            .map(|j| if bits >> j & 1 == 1 { 1 } else { -1 })
                            .collect::<Vec<i64>>()
                    })
                    .map(|x| half_mistakes(&weights, relevant, ties, &x))
                    .sum();
                assert_eq!(
                    risk(&weights, relevant, ties).unwrap().mistakes,
                    Some(recount / 2),
                    "{weights:?} {relevant}"
                );
            }
        }
    }

    #[test]
    fn one_relevant_coordinate_has_the_published_risk() {
        for (relevant, value) in [(1, 0.0), (3, 0.25), (5, 0.3125), (7, 0.34375)] {
            let mut weights = vec![0; 101];
            weights[relevant - 1] = 6;
            assert_eq!(
                risk(&weights, relevant, TestTies::Mistake).unwrap().value,
                value
            );
            weights.resize(1001, 0);
            assert!(
                (risk(&weights, relevant, TestTies::Mistake).unwrap().value - value).abs() < 1e-15
            );
        }
    }

    #[test]
    fn the_zero_vector_ties_everywhere() {
        let at = |ties| risk(&[0; 21], 9, ties).unwrap().value;
        assert_eq!(
            (
                at(TestTies::Mistake),
                at(TestTies::Positive),
                at(TestTies::Half)
            ),
            (1.0, 0.5, 0.5)
        );
        assert_eq!(risk(&[1; 4], 2, TestTies::Half), None);
    }

    #[test]
    fn float_risk_beyond_the_exact_range_agrees_with_exact_counts() {
        let mut weights: Vec<i64> = (0..127)
            .map(|j| if j < 9 { 20 } else { (j * j) % 7 - 3 })
            .collect();
        let exact = risk(&weights, 9, TestTies::Mistake).unwrap();
        assert_eq!(
            exact.exact().unwrap() * BigInt::from(2).pow(127),
            BigRational::from(BigInt::from(exact.mistakes.unwrap()))
        );
        weights.resize(140, 0);
        let wider = risk(&weights, 9, TestTies::Mistake).unwrap();
        assert!(wider.mistakes.is_none() && (wider.value / exact.value - 1.0).abs() < 1e-13);
    }

    #[test]
    fn risk_is_invariant_to_scaling_and_accepts_extreme_weights() {
        let weights: Vec<i64> = (0..101).map(|j| (j * 37) % 201 - 100).collect();
        let scaled: Vec<i64> = weights
            .iter()
            .map(|weight| weight * 1_000_000_007)
            .collect();
        assert_eq!(
            risk(&weights, 11, TestTies::Mistake),
            risk(&scaled, 11, TestTies::Mistake)
        );
        assert!(risk(&[i64::MIN, i64::MAX, 1], 3, TestTies::Half).is_some());
    }

    #[test]
    fn risk_matches_a_simulation() {
        let weights: Vec<i64> = (0..31).map(|j| if j < 5 { 9 } else { j % 5 - 2 }).collect();
        agrees(
            risk(&weights, 5, TestTies::Mistake).unwrap().value,
            6,
            |stream| {
                let x = signs(stream, 31);
                half_mistakes(&weights, 5, TestTies::Mistake, &x) > 0
            },
        );
    }
}
