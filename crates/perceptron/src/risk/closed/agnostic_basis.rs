//! Computes the expected excess risk of empirical risk minimization on atoms with noisy labels.

use crate::special::beta;
use crate::special::combinatorics::binomial_pmf;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

/// Binomial probabilities below this are left out of the sum; together they change it by less than 10⁻¹⁴, at any sample size used here.
const NEGLIGIBLE: f64 = 1e-22;

/// The expected risk in excess of the smallest possible one, after m = `sample_size` examples, of predicting for each atom (each possible x) the
/// majority of its labels in the sample, with ties broken at random.
///
/// x is uniform on d linearly independent `atoms`, and an example has the more likely label of its atom with probability (1+ρ)/2, where `advantage`
/// is ρ in [0, 1]. Absolute error about 10⁻¹³.
///
/// # Formula
/// ρ Σⱼ P(Bin(m, 1/d) = j) [P(Bin(j, (1−ρ)/2) > j/2) + ½ P(Bin(j, (1−ρ)/2) = j/2)]
///
/// # Source
/// docs/theory.md, R9: every labelling of the atoms is realizable, so the vote minimizes the empirical risk, and a wrong vote costs ρ. The
/// bracket is the same for 2k − 1 and 2k votes, where it is I_{(1−ρ)/2}(k, k).
///
/// # Examples
/// ```
/// use perceptron::risk::closed::agnostic_basis::expected_excess;
/// assert!((expected_excess(50, 5, 0.3) - 0.0511739).abs() < 5e-8);
/// ```
pub fn expected_excess(sample_size: u64, atoms: u64, advantage: f64) -> f64 {
    let wrong_votes = (0..=sample_size).map(|votes| {
        let weight = binomial_pmf(sample_size, votes, 1.0 / atoms as f64);
        if weight < NEGLIGIBLE {
            0.0
        } else {
            weight * majority_error(votes, advantage)
        }
    });
    advantage * wrong_votes.sum::<f64>()
}

/// Like [`expected_excess`], but the expected excess risk as an exact fraction, computed term by term from the formula, for small samples.
///
/// # Formula
/// ρ Σⱼ P(Bin(m, 1/d) = j) Σₖ P(Bin(j, (1−ρ)/2) = k)·(1 if 2k > j, ½ if 2k = j)
///
/// # Source
/// docs/theory.md, R9.
///
/// # Examples
/// ```
/// use perceptron::risk::closed::agnostic_basis::expected_excess_exact;
/// use num_rational::BigRational;
/// let half = BigRational::new(1.into(), 2.into());
/// assert_eq!(expected_excess_exact(0, 5, &half).to_string(), "1/4");
/// assert_eq!(expected_excess_exact(1, 1, &half).to_string(), "1/8");
/// ```
pub fn expected_excess_exact(sample_size: u32, atoms: u32, advantage: &BigRational) -> BigRational {
    let (half, share) = (
        BigRational::new(1.into(), 2.into()),
        BigRational::new(1.into(), atoms.into()),
    );
    let wrong = (BigRational::one() - advantage) * &half;
    let weight = |right: u32, votes: u32| match (2 * right).cmp(&votes) {
        std::cmp::Ordering::Less => BigRational::zero(),
        std::cmp::Ordering::Equal => half.clone(),
        std::cmp::Ordering::Greater => BigRational::one(),
    };
    let lost = |votes: u32| {
        (0..=votes).fold(BigRational::zero(), |sum, k| {
            sum + weight(k, votes) * binomial(votes, k, &wrong)
        })
    };
    let votes = (0..=sample_size).fold(BigRational::zero(), |sum, votes| {
        sum + binomial(sample_size, votes, &share) * lost(votes)
    });
    advantage * votes
}

/// The binomial probability P(Bin(n, p) = k) as a fraction.
fn binomial(n: u32, k: u32, p: &BigRational) -> BigRational {
    let ways = (0..k).fold(BigInt::one(), |ways, i| ways * (n - i) / (i + 1));
    BigRational::from_integer(ways) * Pow::pow(p, k) * Pow::pow(BigRational::one() - p, n - k)
}

/// The probability that the majority of `votes` independent votes is wrong, where each is right with probability (1 + `advantage`)/2 and a tie counts
/// half.
fn majority_error(votes: u64, advantage: f64) -> f64 {
    if votes == 0 {
        return 0.5;
    }
    let needed = votes.div_ceil(2) as f64;
    beta::regularized_with_complement(
        needed,
        needed,
        0.5 * (1.0 - advantage),
        0.5 * (1.0 + advantage),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_reproduced() {
        for (m, d, rho, value) in [
            (50, 5, 0.3, 0.0511739),
            (200, 5, 0.2, 0.0204302),
            (100, 20, 0.3, 0.0762308),
        ] {
            assert!((expected_excess(m, d, rho) - value).abs() < 5.1e-8);
        }
    }

    #[test]
    fn majority_error_is_the_binomial_tail() {
        for votes in 0..40 {
            let tail: f64 = (0..=votes)
                .filter(|wrong| 2 * wrong >= votes)
                .map(|wrong| {
                    binomial_pmf(votes, wrong, 0.35) * if 2 * wrong == votes { 0.5 } else { 1.0 }
                })
                .sum();
            assert!((majority_error(votes, 0.3) - tail).abs() < 1e-15);
        }
    }

    #[test]
    fn exact_and_float_excess_risk_agree() {
        use num_traits::ToPrimitive;
        for (m, d, numerator) in [(1, 1, 3), (4, 3, 1), (8, 2, 9), (7, 5, 10)] {
            let exact = expected_excess_exact(m, d, &BigRational::new(numerator.into(), 10.into()))
                .to_f64()
                .unwrap();
            assert!(
                (exact - expected_excess(m.into(), d.into(), f64::from(numerator) / 10.0)).abs()
                    < 1e-14,
                "{m} {d}"
            );
        }
    }

    #[test]
    fn excess_risk_matches_the_empty_sample_and_noiseless_cases() {
        assert_eq!(expected_excess(0, 5, 0.4), 0.2);
        assert!((expected_excess(9, 4, 1.0) - 0.5 * libm::pow(0.75, 9.0)).abs() < 1e-15);
        assert_eq!(expected_excess(1000, 1, 0.0), 0.0);
    }
}
