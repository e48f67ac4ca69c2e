//! Gives the expected excess risk of empirical risk minimization on atoms with noisy labels.

use crate::special::beta;
use crate::special::combinatorics::binomial_pmf;

/// Weights below this cannot move the sum by 10⁻¹⁴ at any sample size used here.
const NEGLIGIBLE: f64 = 1e-22;

/// The expected risk above the best possible of the per-atom majority vote, ties at random, after `sample_size` m examples.
///
/// x is uniform on d linearly independent `atoms`, and a label agrees with the better one of its atom with probability (1+ρ)/2,
/// where `advantage` is ρ in [0, 1]. Absolute error about 10⁻¹³.
///
/// # Formula
/// ρ Σⱼ P(Bin(m, 1/d) = j) [P(Bin(j, (1−ρ)/2) > j/2) + ½ P(Bin(j, (1−ρ)/2) = j/2)]
///
/// # Source
/// Theory R9: every labelling of the atoms is realizable, so the vote minimizes the empirical risk, and a wrong vote costs ρ. The
/// bracket is the same for 2k − 1 and 2k votes, where it is I_{(1−ρ)/2}(k, k).
///
/// # Examples
/// ```
/// use perceptron_lab::risk::closed::agnostic_basis::expected_excess;
/// assert!((expected_excess(50, 5, 0.3) - 0.0511739).abs() < 5e-8);
/// ```
pub fn expected_excess(sample_size: u64, atoms: u64, advantage: f64) -> f64 {
    let wrong_votes = (0..=sample_size).map(|votes| {
        let weight = binomial_pmf(sample_size, votes, 1.0 / atoms as f64);
        if weight < NEGLIGIBLE { 0.0 } else { weight * majority_error(votes, advantage) }
    });
    advantage * wrong_votes.sum::<f64>()
}

/// The probability that a vote of `votes` goes the wrong way, a tie counting half.
fn majority_error(votes: u64, advantage: f64) -> f64 {
    if votes == 0 {
        return 0.5;
    }
    let needed = votes.div_ceil(2) as f64;
    beta::regularized_with_complement(needed, needed, 0.5 * (1.0 - advantage), 0.5 * (1.0 + advantage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_reproduced() {
        for (m, d, rho, value) in [(50, 5, 0.3, 0.0511739), (200, 5, 0.2, 0.0204302), (100, 20, 0.3, 0.0762308)] {
            assert!((expected_excess(m, d, rho) - value).abs() < 5.1e-8);
        }
    }

    #[test]
    fn the_vote_is_the_binomial_tail_that_the_theory_states() {
        for votes in 0..40 {
            let tail: f64 = (0..=votes)
                .filter(|wrong| 2 * wrong >= votes)
                .map(|wrong| binomial_pmf(votes, wrong, 0.35) * if 2 * wrong == votes { 0.5 } else { 1.0 })
                .sum();
            assert!((majority_error(votes, 0.3) - tail).abs() < 1e-15);
        }
    }

    #[test]
    fn no_sample_costs_half_the_advantage_and_noiseless_votes_only_miss() {
        assert_eq!(expected_excess(0, 5, 0.4), 0.2);
        assert!((expected_excess(9, 4, 1.0) - 0.5 * libm::pow(0.75, 9.0)).abs() < 1e-15);
        assert_eq!(expected_excess(1000, 1, 0.0), 0.0);
    }
}
