//! Bounds a probability from counted successes: exactly for a fixed number of trials, or by betting for any.

use super::Interval;
use perceptron::special::beta::{inverse_regularized, regularized};

/// The Clopper–Pearson lower limit on a success probability, at error probability `alpha` for a fixed number of trials.
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

/// The Clopper–Pearson upper limit on a success probability, at error probability `alpha` for a fixed number of trials.
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
    // By symmetry, so that a small α is not lost in 1 − α.
    1.0 - clopper_pearson_lower(trials - successes, trials, alpha)
}

/// Both Clopper–Pearson limits at `alpha / 2` each; `[0, 1]` without trials.
pub fn clopper_pearson(successes: u64, trials: u64, alpha: f64) -> Interval {
    Interval::new(
        clopper_pearson_lower(successes, trials, alpha / 2.0),
        clopper_pearson_upper(successes, trials, alpha / 2.0),
    )
}

/// The exact p-value of "the success probability is at most `probability`" for a fixed number of trials.
///
/// # Formula
///
/// ```text
/// P(Bin(n, p) ≥ k) = I_p(k, n − k + 1)
/// ```
///
/// # Source
///
/// Abramowitz and Stegun 26.5.24.
pub fn binomial_p_above(successes: u64, trials: u64, probability: f64) -> f64 {
    if successes == 0 {
        return 1.0;
    }
    regularized(
        successes as f64,
        (trials - successes) as f64 + 1.0,
        probability,
    )
}

/// The exact p-value of "the success probability is at least `probability`" for a fixed number of trials:
/// `P(Bin(n, p) ≤ k)`. See [`binomial_p_above`].
pub fn binomial_p_below(successes: u64, trials: u64, probability: f64) -> f64 {
    binomial_p_above(trials - successes, trials, 1.0 - probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    /// The 95% limits printed in every table of the binomial distribution.
    #[test]
    fn clopper_pearson_agrees_with_the_tables() {
        // 5 of 25: the worked example of influentialpoints.com, "Confidence intervals of proportions", after the tables of Conover (1999).
        let conover = clopper_pearson(5, 25, 0.05);
        assert_near(conover.lower, 0.068, 5e-4);
        assert_near(conover.upper, 0.407, 5e-4);

        let table = [
            (0, 10, 0.0, 0.3085),
            (3, 10, 0.0667, 0.6525),
            (5, 10, 0.1871, 0.8129),
            (2, 20, 0.0123, 0.3170),
            (10, 100, 0.0490, 0.1762),
        ];
        for (successes, trials, lower, upper) in table {
            let interval = clopper_pearson(successes, trials, 0.05);
            assert_near(interval.lower, lower, 5e-5);
            assert_near(interval.upper, upper, 5e-5);
        }
    }

    #[test]
    fn at_its_limits_the_exact_test_has_p_value_alpha() {
        for trials in [1, 7, 100, 5000, 1_000_000] {
            for alpha in [0.3, 0.01, 1e-6] {
                for successes in [0, 1, 2, trials / 3].into_iter().filter(|&k| k < trials) {
                    let upper = clopper_pearson_upper(successes, trials, alpha);
                    assert_near(
                        binomial_p_below(successes, trials, upper) / alpha,
                        1.0,
                        1e-6,
                    );
                }
                for successes in [1, 2, trials / 3, trials]
                    .into_iter()
                    .filter(|&k| (1..=trials).contains(&k))
                {
                    let lower = clopper_pearson_lower(successes, trials, alpha);
                    assert_near(
                        binomial_p_above(successes, trials, lower) / alpha,
                        1.0,
                        1e-6,
                    );
                }
            }
        }
    }

    /// Only where statrs is sound: its continued fraction stops after 140 steps, its inverse may never stop.
    #[test]
    fn p_values_agree_with_statrs() {
        for trials in [5, 40, 300] {
            for successes in [1, trials / 2, trials - 1] {
                for probability in [0.01, 0.4, 0.9] {
                    let law = Binomial::new(probability, trials).unwrap();
                    let above = binomial_p_above(successes, trials, probability);
                    assert_near(above, law.sf(successes - 1), 1e-11);
                    assert_near(
                        binomial_p_below(successes, trials, probability),
                        law.cdf(successes),
                        1e-11,
                    );
                }
            }
        }
    }

    #[test]
    fn p_values_are_sums_of_binomial_probabilities() {
        // P(Bin(10, 0.3) ≥ 6) = 0.0473490, P(Bin(10, 0.3) ≤ 1) = 0.1493083
        assert_near(binomial_p_above(6, 10, 0.3), 0.047_348_987_4, 1e-10);
        assert_near(binomial_p_below(1, 10, 0.3), 0.149_308_345_9, 1e-10);
        assert_eq!(
            (binomial_p_above(0, 10, 0.3), binomial_p_below(10, 10, 0.3)),
            (1.0, 1.0)
        );
    }

    #[test]
    fn no_failures_in_three_hundred_trials_exclude_one_percent() {
        let limit = clopper_pearson_upper(0, 300, 0.05);
        assert!(
            (limit - 0.009_936).abs() < 1e-6
                && (limit - (1.0 - 0.05f64.powf(1.0 / 300.0))).abs() < 1e-12,
            "{limit}"
        );
    }

    #[test]
    fn without_trials_nothing_is_known() {
        assert_eq!(clopper_pearson(0, 0, 0.05), Interval::UNIT);
    }
}
