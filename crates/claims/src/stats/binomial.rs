//! Bounds a probability from the number of successes: exactly for a fixed number of trials, or for every number of trials at once.

use super::Interval;
use perceptron::special::beta::{inverse_regularized, ln_beta};

/// Number of halvings of the unit interval until a bound is exact to rounding.
const BISECTIONS: u32 = 60;

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

/// An interval for a success probability that contains it at every number of independent trials at once with probability at least 1 − `alpha`. So it
/// is valid at whatever number a run ends, and the number may depend on the outcomes.
///
/// # Formula
///
/// ```text
/// all p with B(k + 1, n − k + 1) / (p^k (1 − p)^(n−k)) < 1/α
/// ```
///
/// The left side is the mean of the likelihood ratios against p over a uniform distribution of alternatives. It is a nonnegative martingale under p, so
/// it ever reaches 1/α with probability at most α (Ville 1939).
///
/// # Source
///
/// Robbins, Annals of Mathematical Statistics 41 (1970) 1397–1409.
pub fn share_interval(successes: u64, trials: u64, alpha: f64) -> Interval {
    let (k, failures) = (successes as f64, (trials - successes) as f64);
    let least = ln_beta(k + 1.0, failures + 1.0) + libm::log(alpha);
    // 0 · log 0 is 0 here.
    let part = |count: f64, log: f64| if count == 0.0 { 0.0 } else { count * log };
    let is_inside = |p: f64| part(k, libm::log(p)) + part(failures, libm::log1p(-p)) > least;
    let share = if trials == 0 { 0.5 } else { k / trials as f64 };
    let end = |outermost: f64| {
        if is_inside(outermost) {
            return outermost;
        }
        let (mut outside, mut inside) = (outermost, share);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (outside + inside);
            *(if is_inside(middle) {
                &mut inside
            } else {
                &mut outside
            }) = middle;
        }
        outside
    };
    Interval::new(end(0.0), end(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::special::beta::regularized;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
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
                    let distribution = Binomial::new(lower, trials).unwrap();
                    assert_near(distribution.sf(count - 1), alpha, 1e-9);
                    let upper = clopper_pearson_upper(count, trials, alpha);
                    let distribution = Binomial::new(upper, trials).unwrap();
                    assert_near(distribution.cdf(count), alpha, 1e-9);
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
    fn likelihood_ratio_at_each_end_of_the_share_interval_is_one_over_alpha() {
        for (successes, trials) in [
            (297, 300),
            (3, 300),
            (50, 100),
            (1, 2),
            (400_000, 1_000_000),
        ] {
            for alpha in [0.05, 0.01, 1e-6] {
                let Interval { lower, upper } = share_interval(successes, trials, alpha);
                let share = successes as f64 / trials as f64;
                assert!(lower < share && share < upper, "{successes} {trials}");
                for p in [lower, upper].into_iter().filter(|p| *p > 0.0 && *p < 1.0) {
                    let (k, n) = (successes as f64, trials as f64);
                    let ratio = ln_beta(k + 1.0, n - k + 1.0) - k * p.ln() - (n - k) * (-p).ln_1p();
                    assert_near(ratio, -alpha.ln(), 1e-6);
                }
            }
        }
        // (1 − p)^n = α/(n + 1) at the upper end, if none of n trials succeeds.
        let none = share_interval(0, 99, 0.01);
        assert_near(none.upper, 1.0 - 1e-4_f64.powf(1.0 / 99.0), 1e-12);
        assert_eq!((none.lower, share_interval(99, 99, 0.01).upper), (0.0, 1.0));
        assert_eq!(share_interval(0, 0, 0.01), Interval::UNIT);
    }

    /// A run that stops as soon as the interval excludes the true probability: the hardest rule for an interval. Clopper and Pearson's interval, which is
    /// made for a fixed number of trials, fails far more often.
    #[test]
    fn share_interval_is_valid_at_every_number_of_trials_at_once() {
        let ever_misses = |seed: u64, interval: &dyn Fn(u64, u64) -> Interval| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut successes = 0;
            (1..=1000).any(|trials| {
                successes += u64::from(rng.random::<f64>() < 0.3);
                !interval(successes, trials).contains(0.3)
            })
        };
        let misses = |interval: &dyn Fn(u64, u64) -> Interval| {
            (0..1000)
                .filter(|seed| ever_misses(*seed, interval))
                .count()
        };
        assert!(misses(&|k, n| share_interval(k, n, 0.1)) <= 100);
        let fixed = |k, n| {
            Interval::new(
                clopper_pearson_lower(k, n, 0.05),
                clopper_pearson_upper(k, n, 0.05),
            )
        };
        assert!((0..50).filter(|seed| ever_misses(*seed, &fixed)).count() > 12);
    }

    #[test]
    fn limits_of_zero_trials_are_zero_and_one() {
        assert_eq!(limits(0, 0), (0.0, 1.0));
    }
}
