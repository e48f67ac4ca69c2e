//! Estimates the probability that other draws lead to the same decision.

use super::{Interval, Moments, clopper_pearson_lower};

/// Φ(z), the distribution function of the standard normal distribution.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The standard error of the mean of n values in [a, b], the ends of `range`. Their variance counts one more value at
/// the distance (b − a)/2 from the mean, so it is positive even if all values are equal.
///
/// # Formula
///
/// ```text
/// sqrt(v / n)  with  v = ((b − a)²/4 + Σ (x − x̄)²) / (n + 1);   (b − a)/2 if n = 0
/// ```
///
/// # Source
///
/// v is the variance that the bets use (Waudby-Smith and Ramdas 2024, section 4.2).
pub fn standard_error(moments: &Moments, range: Interval) -> f64 {
    let count = moments.count() as f64;
    let prior = range.width() * range.width() / 4.0;
    let variance = (prior + moments.squares()) / (count + 1.0);
    (variance / count.max(1.0)).sqrt()
}

/// The estimated probability that other draws lead to the same decision. `margins` says by how many standard errors each of its confidence bounds
/// meets its condition. On other draws of the same size the bounds are about as far from the mean, and the mean moves by a standard error.
///
/// # Formula
///
/// ```text
/// 1 − Σ Φ(−z),  at least 0
/// ```
pub fn power(margins: impl IntoIterator<Item = f64>) -> f64 {
    let missed: f64 = margins.into_iter().map(|margin| normal(-margin)).sum();
    (1.0 - missed).max(0.0)
}

/// The probability with which the share of runs that decide is allowed to lie below the bound that [`power_of_runs`] uses.
const DOUBT: f64 = 0.05;

/// The estimated probability that other draws of as many trials have one that decides, if `found` of `trials` independent ones do.
///
/// # Formula
///
/// ```text
/// 1 − (1 − p)^trials,    p = the lower 95 % bound of Clopper and Pearson on the probability that a trial decides
/// ```
pub fn power_of_runs(found: u64, trials: u64) -> f64 {
    let least = clopper_pearson_lower(found, trials, DOUBT);
    -libm::expm1(trials as f64 * libm::log1p(-least))
}

/// The probability that `n` independent normal estimates, with the mean and variance of the `n` values, all lie between two ends; `None` below two
/// values.
///
/// # Formula
///
/// ```text
/// (Φ((u − x̄)/s) − Φ((l − x̄)/s))^n
/// ```
pub fn all_inside(values: &[f64], ends: Interval) -> Option<f64> {
    let moments = Moments::of(values);
    let deviation = moments.variance().sqrt();
    if deviation.is_nan() {
        return None;
    }
    let below = |end: f64| normal((end - moments.mean()) / deviation.max(f64::MIN_POSITIVE));
    let one = below(ends.upper) - below(ends.lower);
    Some(one.max(0.0).powf(moments.count() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::TwoSided;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The bounds on the mean of `throws` coin throws, and the moments of the throws.
    fn thrown(seed: u64, heads: f64, throws: u64) -> (Interval, Moments) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut bounds = TwoSided::new(Interval::UNIT, 0.01);
        let mut moments = Moments::default();
        for _ in 0..throws {
            let value = f64::from(rng.random::<f64>() < heads);
            bounds.push(value);
            moments.push(value);
        }
        let interval = Interval::new(bounds.lower_bound(), bounds.upper_bound());
        (interval, moments)
    }

    #[test]
    fn estimated_power_matches_the_fraction_of_simulated_studies_that_decide() {
        for (limit, throws) in [(0.6, 400), (0.6, 550), (0.6, 900)] {
            let studies: Vec<_> = (0..300).map(|seed| thrown(seed, 0.5, throws)).collect();
            let margin = |(bounds, moments): &(Interval, Moments)| {
                (limit - bounds.upper) / standard_error(moments, Interval::UNIT)
            };
            let margins: Vec<f64> = studies.iter().map(margin).collect();
            let decided = margins.iter().filter(|&&margin| margin >= 0.0).count() as f64 / 300.0;
            // The margin of one study is random but has no bias, so the test takes the median margin of all studies.
            let estimate = power([crate::stats::median(&margins)]);
            assert!(
                (estimate - decided).abs() < 0.08,
                "{throws}: {estimate} {decided}"
            );
        }
    }

    /// Clopper and Pearson's lower bound for one success in n is about 0.0513/n.
    #[test]
    fn power_of_runs_follows_the_lower_bound_on_their_share() {
        assert_eq!((power_of_runs(0, 50), power_of_runs(50, 50)), (0.0, 1.0));
        assert!((power_of_runs(1, 1000) - (1.0 - libm::exp(-0.0513))).abs() < 1e-3);
        assert!(power_of_runs(11, 1000) < 0.9985 && power_of_runs(14, 1000) > 0.9995);
    }

    #[test]
    fn standard_error_of_equal_values_is_positive_and_margins_reduce_power() {
        let zeros = Moments::of(&[0.0; 99]);
        assert!(
            (standard_error(&zeros, Interval::UNIT) - (0.25_f64 / 100.0 / 99.0).sqrt()).abs()
                < 1e-15
        );
        assert!((power([0.0]) - 0.5).abs() < 1e-15);
        assert!((power([3.090_232]) - 0.999).abs() < 1e-6);
        assert!(power([1.0, 1.0]) < power([1.0]));
        assert_eq!(power([-9.0, -9.0]), 0.0);
    }

    #[test]
    fn probability_that_all_values_are_inside_is_the_product() {
        let values = [-1.0, 1.0, -1.0, 1.0];
        let deviation = (4.0_f64 / 3.0).sqrt();
        let inside = all_inside(&values, Interval::new(-1.96 * deviation, 1.96 * deviation));
        assert!(
            (inside.unwrap() - 0.95_f64.powi(4)).abs() < 1e-4,
            "{inside:?}"
        );
        assert_eq!(all_inside(&[1.0], Interval::UNIT), None);
        assert_eq!(all_inside(&[0.5; 8], Interval::UNIT), Some(1.0));
    }
}
