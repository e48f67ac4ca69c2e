//! Computes exact binomial coefficients, and binomial probabilities.

use super::beta;
use num_integer::Integer;

/// The number of k-element subsets of n elements, exact; `None` when it exceeds 2¹²⁸ − 1.
///
/// # Examples
/// ```
/// use perceptron::special::combinatorics::binomial;
/// assert_eq!(binomial(10, 3), Some(120));
/// assert_eq!(binomial(1000, 500), None);
/// ```
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1_u128, |count, step| {
        let (above, below) = (u128::from(n - step), u128::from(step + 1));
        // Cancelling before multiplying keeps every intermediate value below the result.
        let shared = count.gcd(&below);
        (count / shared).checked_mul(above / (below / shared))
    })
}

/// P(Bin(n, p) = k), the binomial probability of k successes in n trials, with relative error about 10⁻¹³.
///
/// # Formula
/// n!/(k!(n−k)!) pᵏ(1−p)ⁿ⁻ᵏ, evaluated as a beta density at p so that large n neither overflows nor cancels.
pub fn binomial_pmf(n: u64, k: u64, p: f64) -> f64 {
    if k > n {
        return 0.0;
    }
    if p <= 0.0 || p >= 1.0 {
        let certain = if p <= 0.0 { 0 } else { n };
        return f64::from(u8::from(k == certain));
    }
    let (a, b) = ((k + 1) as f64, (n - k + 1) as f64);
    beta::power_term(a, b, p, 1.0 - p) / (p * (1.0 - p) * (n + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_satisfy_pascals_rule_up_to_the_largest_that_fits() {
        for n in 1..=128 {
            for k in 1..=n {
                assert_eq!(
                    binomial(n, k),
                    Some(binomial(n - 1, k - 1).unwrap() + binomial(n - 1, k).unwrap())
                );
            }
        }
        assert_eq!(binomial(5, 7), Some(0));
        assert_eq!(binomial(140, 70), None);
        assert_eq!(binomial(u64::MAX, 1), Some(u128::from(u64::MAX)));
    }

    #[test]
    fn binomial_weights_are_the_counts_times_the_powers() {
        for k in 0..=60 {
            let exact = binomial(60, k).unwrap() as f64
                * libm::pow(0.3, k as f64)
                * libm::pow(0.7, (60 - k) as f64);
            assert!((binomial_pmf(60, k, 0.3) / exact - 1.0).abs() < 1e-13);
        }
        assert_eq!(
            (
                binomial_pmf(9, 0, 0.0),
                binomial_pmf(9, 9, 1.0),
                binomial_pmf(9, 8, 1.0)
            ),
            (1.0, 1.0, 0.0)
        );
    }

    #[test]
    fn binomial_weights_sum_to_one_for_many_trials() {
        let sum: f64 = (0..=100_000).map(|k| binomial_pmf(100_000, k, 0.01)).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}
