//! Summarizes values by their mean and variance, with a fixed order of additions.

use super::{Sum, sum};

/// Count, mean and squared deviations of a stream of values, in constant memory.
///
/// The mean is the compensated sum over the count, equal to [`mean`] to the bit. The deviations are
/// taken from a second running mean, so that they never cancel: equal values have variance 0.
///
/// # Formula
///
/// ```text
/// m_n = m_{n−1} + (x_n − m_{n−1}) / n,    Σ (x_i − x̄)² = Σ (x_i − m_{i−1}) (x_i − m_i)
/// ```
///
/// # Source
///
/// Welford, Technometrics 4 (1962) 419–420.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moments {
    count: u64,
    sum: Sum,
    /// A running mean of the values. It lies between the last value and the running mean before it, so that no term of `squares` is negative.
    center: f64,
    squares: Sum,
}

impl Moments {
    /// Adds the next value.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        self.sum.push(value);
        let before = value - self.center;
        self.center += before / self.count as f64;
        self.squares.push(before * (value - self.center));
    }

    /// Adds a value that occurs `times` times.
    pub fn push_times(&mut self, value: f64, times: u64) {
        if times == 1 {
            return self.push(value);
        }
        let mut equal = Self {
            count: times,
            center: value,
            ..Self::default()
        };
        equal.sum.push_product(value, times as f64);
        self.merge(&equal);
    }

    /// Adds the values of another stream. Rounding aside, the result is the same as if both streams were one.
    ///
    /// # Source
    ///
    /// Chan, Golub and LeVeque, The American Statistician 37 (1983) 242–247.
    pub fn merge(&mut self, other: &Self) {
        if self.count == 0 || other.count == 0 {
            *self = if self.count == 0 { *other } else { *self };
            return;
        }
        let (own, more) = (self.count as f64, other.count as f64);
        let apart = other.center - self.center;
        self.count += other.count;
        self.sum.merge(&other.sum);
        self.center += apart * (more / (own + more));
        self.squares.merge(&other.squares);
        self.squares
            .push(apart * apart * (own * more / (own + more)));
    }

    /// The number of values that were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The arithmetic mean of the values added; NaN without values.
    pub fn mean(&self) -> f64 {
        self.sum.value() / self.count as f64
    }

    /// The sum of squared deviations from the mean, `Σ (x − x̄)²`; 0 without values.
    pub fn squares(&self) -> f64 {
        self.squares.value()
    }

    /// The unbiased sample variance `Σ (x − x̄)² / (n − 1)`; NaN below two values.
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return f64::NAN;
        }
        self.squares() / (self.count as f64 - 1.0)
    }

    /// The standard error of the mean, `sqrt(variance / n)`; NaN below two values.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count as f64).sqrt()
    }

    /// The moments of a slice of values.
    pub(super) fn of(values: &[f64]) -> Self {
        let mut moments = Self::default();
        values.iter().for_each(|&value| moments.push(value));
        moments
    }
}

/// The arithmetic mean; NaN without values.
pub fn mean(values: &[f64]) -> f64 {
    sum(values) / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sum of squared deviations, in two passes over the values.
    fn squares(values: &[f64]) -> f64 {
        let center = mean(values);
        let squares: Vec<f64> = values.iter().map(|x| (x - center) * (x - center)).collect();
        sum(&squares)
    }

    #[test]
    fn variance_and_standard_error_divide_by_n_minus_one_and_n() {
        let moments = Moments::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((moments.count(), moments.mean()), (8, 5.0));
        assert!((moments.squares() - 32.0).abs() < 1e-14);
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-15);
        assert!((moments.standard_error() - (4.0f64 / 7.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn running_mean_equals_slice_mean_bit_for_bit() {
        let values: Vec<f64> = (0..300).map(|i| libm::exp(f64::from(i % 97))).collect();
        for end in 1..=values.len() {
            let running = Moments::of(&values[..end]).mean();
            assert_eq!(running.to_bits(), mean(&values[..end]).to_bits());
        }
    }

    #[test]
    fn one_pass_sum_of_squares_matches_two_passes_far_from_zero() {
        let wave = |i: i32| libm::sin(f64::from(i));
        for shift in [0.0, 1.0, 1e6, -1e9] {
            let values: Vec<f64> = (0..5000).map(|i| shift + wave(i)).collect();
            let ratio = Moments::of(&values).squares() / squares(&values);
            assert!((ratio - 1.0).abs() < 1e-9, "{shift}: {ratio}");
        }
    }

    #[test]
    fn one_wild_value_first_does_not_spoil_the_squares() {
        let values: Vec<f64> = [vec![1e9], [0.25, 0.75].repeat(2000)].concat();
        let ratio = Moments::of(&values).squares() / squares(&values);
        assert!((ratio - 1.0).abs() < 1e-12, "{ratio}");
    }

    #[test]
    fn equal_values_have_no_variance_at_all() {
        assert_eq!(Moments::of(&[0.1; 1000]).variance(), 0.0);
    }

    #[test]
    fn mean_of_no_values_and_variance_of_one_value_are_nan() {
        assert!(mean(&[]).is_nan() && Moments::default().mean().is_nan());
        assert!(Moments::of(&[1.0]).variance().is_nan());
        assert!(Moments::of(&[1.0]).standard_error().is_nan());
    }

    proptest! {
        #[test]
        fn merged_parts_have_the_moments_of_all_values(
            values in prop::collection::vec((-100i32..100, 1u64..5), 0..60),
            cut in 0usize..60,
            scale in prop::sample::select(vec![1.0, 0.1, 1e-7, 1e9 / 3.0]),
        ) {
            let values: Vec<(f64, u64)> = values
                .into_iter()
                .map(|(value, times)| (f64::from(value) * scale, times))
                .collect();
            let (mut whole, mut first, mut second) = (Moments::default(), Moments::default(), Moments::default());
            for (index, &(value, times)) in values.iter().enumerate() {
                (0..times).for_each(|_| whole.push(value));
                if index < cut { &mut first } else { &mut second }.push_times(value, times);
            }
            first.merge(&second);
            prop_assert_eq!(first.count(), whole.count());
            let is_near = |a: f64, b: f64, size: f64| (a - b).abs() <= 1e-12 * size || (a.is_nan() && b.is_nan());
            let size = values.iter().map(|(value, _)| value.abs()).fold(0.0, f64::max);
            prop_assert!(is_near(first.mean(), whole.mean(), size));
            prop_assert!(is_near(first.squares(), whole.squares(), size * size * whole.count() as f64));
        }
    }

    #[test]
    fn equal_values_have_no_variance_in_parts_either() {
        let mut moments = Moments::default();
        (1..50).for_each(|times| moments.push_times(0.1, times));
        assert_eq!((moments.variance(), moments.mean()), (0.0, 0.1));
    }
}
