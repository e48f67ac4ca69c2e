//! Fits the exponent of a power law by a slope that is robust against heavy tails.

use super::median;

/// The points (ln x, ln y) of those points whose coordinates are both positive and finite.
pub fn log_log(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let usable = |v: f64| v > 0.0 && v.is_finite();
    let kept = points.iter().filter(|&&(x, y)| usable(x) && usable(y));
    kept.map(|&(x, y)| (libm::log(x), libm::log(y))).collect()
}

/// The Theil–Sen slope of points (x, y); `None` below two different x.
///
/// Points of equal x are first merged into one with the median of their y.
///
/// # Formula
///
/// ```text
/// the median of all n(n−1)/2 slopes (y_j − y_i)/(x_j − x_i)
/// ```
///
/// # Source
///
/// Theil (1950); Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63
/// (1968) 1379–1389.
pub fn theil_sen(points: &[(f64, f64)]) -> Option<f64> {
    let merged = merge_equal_x(points);
    let mut slopes = Vec::new();
    for (i, (x0, y0)) in merged.iter().enumerate() {
        slopes.extend(merged[i + 1..].iter().map(|(x1, y1)| (y1 - y0) / (x1 - x0)));
    }
    (!slopes.is_empty()).then(|| median(&slopes))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn power_law(exponent: f64) -> Vec<(f64, f64)> {
        (0..8)
            .map(|i| f64::from(1 << i))
            .map(|x| (x, 3.0 * x.powf(exponent)))
            .collect()
    }

    #[test]
    fn the_exponent_of_a_power_law_is_found_and_one_wild_cell_does_not_move_it() {
        let mut points = power_law(-2.0);
        let slope = |points: &[(f64, f64)]| theil_sen(&log_log(points)).unwrap();
        assert!((slope(&points) + 2.0).abs() < 1e-12);
        points[7].1 = 1e12;
        assert!((slope(&points) + 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_slope_agrees_with_the_example_of_sen() {
        let x = [1.0, 2.0, 3.0, 4.0, 10.0, 12.0, 18.0];
        let y = [9.0, 15.0, 19.0, 20.0, 45.0, 55.0, 78.0];
        assert_eq!(
            theil_sen(&x.into_iter().zip(y).collect::<Vec<_>>()),
            Some(4.0)
        );
    }

    #[test]
    fn cells_at_the_same_position_count_once_with_their_median() {
        assert_eq!(
            theil_sen(&[(1.0, 1.0), (2.0, 2.0), (2.0, 9.0), (2.0, 1.5), (3.0, 3.0)]),
            Some(1.0)
        );
    }

    #[test]
    fn one_position_has_no_slope() {
        assert_eq!(
            (theil_sen(&[(1.0, 1.0), (1.0, 2.0)]), theil_sen(&[])),
            (None, None)
        );
    }

    #[test]
    fn only_positive_finite_points_have_logarithms() {
        let points = [
            (0.0, 1.0),
            (1.0, 0.0),
            (1.0, f64::INFINITY),
            (-1.0, 1.0),
            (1.0, 1.0),
        ];
        assert_eq!(log_log(&points), [(0.0, 0.0)]);
    }
}
