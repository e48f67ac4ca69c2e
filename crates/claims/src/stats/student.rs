//! Bounds a mean as if the observations were normal: for error bars, never for a verdict.

use super::Moments;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The radius of a one-sided bound on the mean at error probability `tail ≤ 1/2`: the bound is the
/// sample mean plus or minus this value.
///
/// Valid for one look at a fixed number of independent normal observations. It is not valid for
/// small risks, whose distribution is skewed, nor for repeated looks. Infinite below two
/// observations. The quantile is correct to five digits for `tail ≤ 0.01` and up to a million
/// observations; for a larger `tail`, statrs loses digits on large samples.
///
/// # Formula
///
/// ```text
/// t_{1−tail, n−1} s / sqrt(n)
/// ```
///
/// # Source
///
/// Student, Biometrika 6 (1908) 1–25.
pub fn student_radius(moments: &Moments, tail: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, moments.count() as f64 - 1.0) {
        Ok(distribution) => -distribution.inverse_cdf(tail) * moments.standard_error(),
        Err(_) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::special::beta::inverse_regularized;

    #[test]
    fn student_quantiles_match_the_incomplete_beta_inverse() {
        for n in [2.0, 3.0, 4.0, 6.0, 11.0, 31.0, 101.0, 1e3, 1e4, 1e5, 1e6f64] {
            let distribution = StudentsT::new(0.0, 1.0, n - 1.0).unwrap();
            for tail in [0.01, 0.005, 1e-4] {
                let share = inverse_regularized((n - 1.0) / 2.0, 0.5, 2.0 * tail);
                let own = ((n - 1.0) * (1.0 - share) / share).sqrt();
                let theirs = -distribution.inverse_cdf(tail);
                assert!(
                    (theirs / own - 1.0).abs() < 1e-5,
                    "n = {n}, tail = {tail}: {theirs} against {own}"
                );
            }
        }
    }

    #[test]
    fn radius_of_ten_values_uses_the_quantile_of_nine_degrees_of_freedom() {
        let moments = Moments::of(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        let quantile = student_radius(&moments, 0.05) / moments.standard_error();
        assert!((quantile - 1.833_113).abs() < 1e-6);
    }

    #[test]
    fn fewer_than_two_values_bound_nothing() {
        assert_eq!(student_radius(&Moments::default(), 0.05), f64::INFINITY);
        assert_eq!(student_radius(&Moments::of(&[1.0]), 0.05), f64::INFINITY);
    }
}
