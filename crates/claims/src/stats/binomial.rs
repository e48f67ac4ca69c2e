//! Bounds a probability from the number of successes, exactly for a fixed number of trials.

use perceptron::special::beta::inverse_regularized;

/// The Clopper–Pearson lower limit on a success probability, at error probability `alpha` for a
/// fixed number of trials.
///
/// # Formula
///
/// ```text
/// the p with P(Bin(n, p) ≥ k) = α, which is the α-quantile of Beta(k, n − k + 1); 0 if k = 0
/// ```
///
/// # Source
///
/// Clopper and Pearson, Biometrika 26 (1934) 404–413.
pub fn clopper_pearson_lower(successes: u64, trials: u64, alpha: f64) -> f64 {
    if successes == 0 {
        return 0.0;
    }
    inverse_regularized(successes as f64, (trials - successes) as f64 + 1.0, alpha)
}

/// The Clopper–Pearson upper limit on a success probability, at error probability `alpha` for a
/// fixed number of trials.
///
/// # Formula
///
/// ```text
/// the p with P(Bin(n, p) ≤ k) = α, which is the (1 − α)-quantile of Beta(k + 1, n − k); 1 if k = n
/// ```
///
/// # Source
///
/// Clopper and Pearson, Biometrika 26 (1934) 404–413.
pub fn clopper_pearson_upper(successes: u64, trials: u64, alpha: f64) -> f64 {
    // Computed by symmetry, so that a small α is not lost in 1 − α.
    1.0 - clopper_pearson_lower(trials - successes, trials, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::special::beta::regularized;
    use statrs::distribution::{Binomial, DiscreteCDF};

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    /// Both limits at 2.5% each.
    fn limits(successes: u64, trials: u64) -> (f64, f64) {
        (
            clopper_pearson_lower(successes, trials, 0.025),
            clopper_pearson_upper(successes, trials, 0.025),
        )
    }

    /// The 95% limits printed in every table of the binomial distribution; 5 of 25 is the worked
    /// example of influentialpoints.com, "Confidence intervals of proportions", after the tables of
    /// Conover (1999).
    #[test]
    fn clopper_pearson_agrees_with_the_tables() {
        let table = [
            (5, 25, 0.068, 0.407, 5e-4),
            (0, 10, 0.0, 0.3085, 5e-5),
            (3, 10, 0.0667, 0.6525, 5e-5),
            (5, 10, 0.1871, 0.8129, 5e-5),
            (2, 20, 0.0123, 0.3170, 5e-5),
            (10, 100, 0.0490, 0.1762, 5e-5),
        ];
        for (successes, trials, lower, upper, rounding) in table {
            let found = limits(successes, trials);
            assert_near(found.0, lower, rounding);
            assert_near(found.1, upper, rounding);
        }
    }

    /// P(Bin(n, p) ≥ k) = I_p(k, n − k + 1), Abramowitz and Stegun 26.5.24; by symmetry it is also
    /// P(Bin(n, 1 − p) ≤ n − k).
    fn at_least(successes: u64, trials: u64, probability: f64) -> f64 {
        let failures = (trials - successes) as f64;
        regularized(successes as f64, failures + 1.0, probability)
    }

    #[test]
    fn binomial_tail_at_each_clopper_pearson_limit_equals_alpha() {
        for trials in [1, 7, 100, 5000, 1_000_000] {
            for alpha in [0.3, 0.01, 1e-6] {
                let counts = [0, 1, 2, trials / 3].into_iter();
                for count in counts.filter(|&count| count < trials) {
                    let upper = clopper_pearson_upper(count, trials, alpha);
                    let tail = at_least(trials - count, trials, 1.0 - upper);
                    assert_near(tail / alpha, 1.0, 1e-6);
                }
                let counts = [1, 2, trials / 3, trials].into_iter();
                for count in counts.filter(|count| (1..=trials).contains(count)) {
                    let lower = clopper_pearson_lower(count, trials, alpha);
                    let tail = at_least(count, trials, lower);
                    assert_near(tail / alpha, 1.0, 1e-6);
                }
            }
        }
    }

    /// Compares only in the range where statrs is right: its continued fraction stops after 140 steps, and its inverse may never stop.
    #[test]
    fn statrs_binomial_tail_at_each_limit_equals_alpha() {
        for trials in [5, 40, 300] {
            for count in [1, trials / 2, trials - 1] {
                for alpha in [0.3, 0.01, 1e-6] {
                    let lower = clopper_pearson_lower(count, trials, alpha);
                    let law = Binomial::new(lower, trials).unwrap();
                    assert_near(law.sf(count - 1), alpha, 1e-9);
                    let upper = clopper_pearson_upper(count, trials, alpha);
                    let law = Binomial::new(upper, trials).unwrap();
                    assert_near(law.cdf(count), alpha, 1e-9);
                }
            }
        }
    }

    #[test]
    fn zero_failures_in_300_trials_have_an_upper_limit_below_one_percent() {
        let limit = clopper_pearson_upper(0, 300, 0.05);
        assert_near(limit, 0.009_936, 1e-6);
        assert_near(limit, 1.0 - 0.05f64.powf(1.0 / 300.0), 1e-12);
    }

    #[test]
    fn limits_of_zero_trials_are_zero_and_one() {
        assert_eq!(limits(0, 0), (0.0, 1.0));
    }
}
