//! Fits the exponent of a power law: least squares, and a slope that heavy tails cannot move.

use super::{Interval, mean, median};

/// The points (ln x, ln y) of those points that have both coordinates positive and finite.
pub fn log_log(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let usable = |v: f64| v > 0.0 && v.is_finite();
    let kept = points.iter().filter(|&&(x, y)| usable(x) && usable(y));
    kept.map(|&(x, y)| (libm::log(x), libm::log(y))).collect()
}

/// A straight line `y = intercept + slope · x` and the standard error of its slope (NaN for two points).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineFit {
    /// Change of y per unit of x.
    pub slope: f64,
    /// y at x = 0.
    pub intercept: f64,
    /// Standard error of the slope.
    pub standard_error: f64,
}

/// The least squares line through points (x, y); none if x takes fewer than two values.
///
/// # Formula
///
/// ```text
/// slope = Σ (x − x̄)(y − ȳ) / Σ (x − x̄)²,    standard error = sqrt(Σ residual² / (n − 2) / Σ (x − x̄)²)
/// ```
///
/// # Source
///
/// Gauss; Draper and Smith, "Applied Regression Analysis", chapter 1.
pub fn least_squares(points: &[(f64, f64)]) -> Option<LineFit> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x_mean, y_mean) = (mean(&x), mean(&y));
    let total = |term: &dyn Fn(f64, f64) -> f64| -> f64 { points.iter().map(|&(x, y)| term(x - x_mean, y - y_mean)).sum() };
    let spread = total(&|dx, _| dx * dx);
    if spread.is_nan() || spread <= 0.0 {
        return None;
    }
    let slope = total(&|dx, dy| dx * dy) / spread;
    let residuals = total(&|dx, dy| (dy - slope * dx) * (dy - slope * dx));
    let standard_error = (residuals / (points.len() as f64 - 2.0) / spread).sqrt();
    Some(LineFit { slope, intercept: y_mean - slope * x_mean, standard_error })
}

/// A slope with its confidence interval and the number of different x it rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RobustSlope {
    /// The median of the slopes between pairs of points.
    pub slope: f64,
    /// Its confidence interval.
    pub interval: Interval,
    /// Number of different x.
    pub positions: usize,
}

/// The Theil–Sen slope of points (x, y) with Sen's exact interval at confidence `1 − alpha`; none below two different x.
///
/// Points of equal x are first merged into one with the median of their y. The interval assumes that what remains around the
/// line is exchangeable, nothing about its tails or moments. It is unbounded where so few positions cannot reach the confidence
/// (6 are needed for 99%).
///
/// # Formula
///
/// ```text
/// slope = the median of all N = n(n−1)/2 slopes b_ij = (y_j − y_i)/(x_j − x_i), sorted as b_(1) ≤ … ≤ b_(N)
/// interval = [b_(r), b_(N+1−r)],    r the largest with P(I_n < r) ≤ α/2, I_n the inversions of a random permutation of n
/// ```
///
/// # Source
///
/// Theil (1950); Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63 (1968) 1379–1389.
pub fn theil_sen(points: &[(f64, f64)], alpha: f64) -> Option<RobustSlope> {
    let merged = merge_equal_x(points);
    let mut slopes = Vec::new();
    for (i, (x0, y0)) in merged.iter().enumerate() {
        slopes.extend(merged[i + 1..].iter().map(|(x1, y1)| (y1 - y0) / (x1 - x0)));
    }
    slopes.sort_unstable_by(f64::total_cmp);
    let rank = lower_rank(merged.len(), alpha / 2.0);
    let interval = match rank {
        0 => Interval::UNBOUNDED,
        r => Interval::new(slopes[r - 1], slopes[slopes.len() - r]),
    };
    let slope = median(&slopes);
    (!slopes.is_empty()).then_some(RobustSlope { slope, interval, positions: merged.len() })
}

fn merge_equal_x(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p.0.total_cmp(&q.0));
    let merge = |group: &[(f64, f64)]| {
        let heights: Vec<f64> = group.iter().map(|p| p.1).collect();
        (group[0].0, median(&heights))
    };
    sorted.chunk_by(|p, q| p.0 == q.0).map(merge).collect()
}

/// The largest r with `P(inversions < r) ≤ tail`.
fn lower_rank(n: usize, tail: f64) -> usize {
    let cumulated = inversions(n).into_iter().scan(0.0, |below, probability| {
        *below += probability;
        Some(*below)
    });
    cumulated.take_while(|&below| below <= tail).count()
}

/// The law of the number of inversions of a uniformly random permutation of `n`: Kendall's statistic without ties.
///
/// # Formula
///
/// ```text
/// I_n = I_{n−1} + U_n,    U_n uniform on {0, …, n − 1} and independent
/// ```
fn inversions(n: usize) -> Vec<f64> {
    let mut law = vec![1.0];
    for k in 2..=n {
        let mut window = 0.0;
        let grown = (0..law.len() + k - 1).map(|d| {
            window += law.get(d).copied().unwrap_or(0.0);
            window -= if d >= k { law[d - k] } else { 0.0 };
            window / k as f64
        });
        law = grown.collect();
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn power_law(exponent: f64) -> Vec<(f64, f64)> {
        (0..8).map(|i| f64::from(1 << i)).map(|x| (x, 3.0 * x.powf(exponent))).collect()
    }

    #[test]
    fn both_slopes_find_the_exponent_of_a_power_law() {
        let logs = log_log(&power_law(-2.0));
        let line = least_squares(&logs).unwrap();
        assert!((line.slope + 2.0).abs() < 1e-12 && (line.intercept - 3f64.ln()).abs() < 1e-12);
        let robust = theil_sen(&logs, 0.01).unwrap();
        assert!((robust.slope + 2.0).abs() < 1e-12 && robust.interval.width() < 1e-12);
    }

    #[test]
    fn one_wild_cell_moves_least_squares_but_not_theil_sen() {
        let mut points = power_law(1.0);
        points[7].1 = 1e12;
        let logs = log_log(&points);
        assert!(least_squares(&logs).unwrap().slope > 1.5);
        assert!((theil_sen(&logs, 0.01).unwrap().slope - 1.0).abs() < 1e-12);
    }

    /// Anscombe's first data set: slope 0.5001, intercept 3.0001, standard error 0.1179.
    #[test]
    fn least_squares_agrees_with_anscombe() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let points: Vec<_> = x.into_iter().zip(y).collect();
        let line = least_squares(&points).unwrap();
        assert!((line.slope - 0.5001).abs() < 5e-5 && (line.intercept - 3.0001).abs() < 5e-5);
        assert!((line.standard_error - 0.1179).abs() < 5e-5);
    }

    /// The example of Sen (1968): slope 4 and the interval from b_(4) = 26/7 to b_(18) = 35/8. He prints 93% for it, from a
    /// normal approximation; by Kendall's table it has 1 − 2 · 0.0151 = 97%, and 93% is reached by b_(5) to b_(17).
    #[test]
    fn theil_sen_agrees_with_the_example_of_sen() {
        let x = [1.0, 2.0, 3.0, 4.0, 10.0, 12.0, 18.0];
        let y = [9.0, 15.0, 19.0, 20.0, 45.0, 55.0, 78.0];
        let points: Vec<_> = x.into_iter().zip(y).collect();
        let robust = theil_sen(&points, 0.0303).unwrap();
        assert_eq!((robust.slope, robust.positions), (4.0, 7));
        assert_eq!(robust.interval, Interval::new(26.0 / 7.0, 35.0 / 8.0));
        let narrower = theil_sen(&points, 0.07).unwrap().interval;
        assert_eq!(narrower, Interval::new(3.75, 46.0 / 11.0));
    }

    /// Kendall's table: for n = 10, P(S ≥ 21) = 0.036 and P(S ≥ 23) = 0.023, where S = 45 − 2 inversions.
    #[test]
    fn the_law_of_inversions_agrees_with_kendalls_table() {
        let law = inversions(10);
        let tail = |s: usize| law[..=(45 - s) / 2].iter().sum::<f64>();
        assert!((tail(21) - 0.036).abs() < 5e-4 && (tail(23) - 0.023).abs() < 5e-4);
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12 && law.len() == 46);
        assert!((inversions(5)[0] - 1.0 / 120.0).abs() < 1e-15);
    }

    #[test]
    fn the_interval_covers_the_slope_under_cauchy_noise() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let missed = (0..2000).filter(|_| {
            let noise = |u: f64| (std::f64::consts::PI * (u - 0.5)).tan();
            let points: Vec<_> = (0..10).map(|i| (f64::from(i), 0.5 * f64::from(i) + noise(rng.random()))).collect();
            !theil_sen(&points, 0.1).is_some_and(|robust| robust.interval.contains(0.5))
        });
        let missed = missed.count();
        assert!((100..=200).contains(&missed), "{missed} of 2000");
    }

    #[test]
    fn cells_at_the_same_position_count_once_with_their_median() {
        let points = [(1.0, 1.0), (2.0, 2.0), (2.0, 9.0), (2.0, 1.5), (3.0, 3.0)];
        let robust = theil_sen(&points, 0.4).unwrap();
        assert_eq!((robust.slope, robust.positions), (1.0, 3));
    }

    #[test]
    fn too_few_positions_have_an_unbounded_interval_or_no_slope() {
        let three = theil_sen(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)], 0.01).unwrap();
        assert_eq!(three.interval, Interval::UNBOUNDED);
        assert_eq!(theil_sen(&[(1.0, 1.0), (1.0, 2.0)], 0.5), None);
        assert_eq!((theil_sen(&[], 0.5), least_squares(&[])), (None, None));
        assert_eq!(least_squares(&[(1.0, 1.0), (1.0, 2.0)]), None);
    }

    #[test]
    fn only_positive_finite_points_have_logarithms() {
        let points = [(0.0, 1.0), (1.0, 0.0), (1.0, f64::INFINITY), (-1.0, 1.0), (1.0, 1.0)];
        assert_eq!(log_log(&points), [(0.0, 0.0)]);
    }
}
