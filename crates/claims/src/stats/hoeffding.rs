//! Bounds the mean of a fixed number of bounded observations in closed form, to compare the betting bounds with.

use super::{Interval, variance};

/// Hoeffding's one-sided radius: the mean exceeds `sample mean + radius` with probability at most `alpha`,
/// for `n` independent observations in `range`, fixed in advance. The same below.
///
/// # Formula
///
/// ```text
/// (b − a) sqrt(ln(1/α) / (2n))
/// ```
///
/// # Source
///
/// Hoeffding, JASA 58 (1963) 13–30, Theorem 2.
pub fn hoeffding_radius(n: usize, range: Interval, alpha: f64) -> f64 {
    range.width() * (-libm::log(alpha) / (2.0 * n as f64)).sqrt()
}

/// The one-sided empirical Bernstein radius, for independent observations in `range` whose number is fixed in advance.
/// Infinite below two observations.
///
/// # Formula
///
/// ```text
/// sqrt(2 V ln(2/α) / n) + 7 (b − a) ln(2/α) / (3 (n − 1)),    V the sample variance
/// ```
///
/// # Source
///
/// Maurer and Pontil, "Empirical Bernstein bounds and sample variance penalization", COLT 2009, Theorem 4.
pub fn empirical_bernstein_radius(values: &[f64], range: Interval, alpha: f64) -> f64 {
    if values.len() < 2 {
        return f64::INFINITY;
    }
    let (n, log) = (values.len() as f64, libm::log(2.0 / alpha));
    (2.0 * variance(values) * log / n).sqrt() + 7.0 * range.width() * log / (3.0 * (n - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hoeffding_needs_four_times_the_sample_for_half_the_radius() {
        let radius = |n| hoeffding_radius(n, Interval::new(-1.0, 1.0), 0.05);
        assert!((radius(100) / radius(400) - 2.0).abs() < 1e-12);
        assert!((radius(100) - 0.244_775).abs() < 1e-6);
    }

    #[test]
    fn without_variance_only_the_range_term_of_bernstein_is_left() {
        let radius = empirical_bernstein_radius(&[0.2; 101], Interval::UNIT, 0.02);
        assert!((radius - 7.0 * libm::log(100.0) / 300.0).abs() < 1e-12);
        assert_eq!(
            empirical_bernstein_radius(&[0.2], Interval::UNIT, 0.02),
            f64::INFINITY
        );
    }
}
