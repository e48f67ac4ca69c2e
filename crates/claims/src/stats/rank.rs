//! Ranks values and measures how monotone one quantity is in another.

use super::mean;

/// The rank of each value, counted from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for tied in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let shared = first as f64 + (tied.len() as f64 + 1.0) / 2.0;
        tied.iter().for_each(|&i| ranks[i] = shared);
        first += tied.len();
    }
    ranks
}

/// Spearman's rank correlation of points (x, y), in [−1, 1]; `None` if x or y takes a single value.
///
/// # Formula
///
/// ```text
/// the correlation of the ranks of x with the ranks of y
/// ```
///
/// # Source
///
/// Spearman, American Journal of Psychology 15 (1904) 72–101.
pub fn spearman(points: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x, y) = (centered(ranks(&x)), centered(ranks(&y)));
    let scale = (dot(&x, &x) * dot(&y, &y)).sqrt();
    (scale > 0.0).then(|| dot(&x, &y) / scale)
}

fn centered(mut values: Vec<f64>) -> Vec<f64> {
    let center = mean(&values);
    values.iter_mut().for_each(|x| *x -= center);
    values
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_mean_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
    }

    #[test]
    fn a_monotone_relation_has_correlation_one_however_curved() {
        let rising: Vec<_> = (1..9)
            .map(|i| (f64::from(i), f64::from(i).powi(5)))
            .collect();
        let falling: Vec<_> = rising.iter().map(|&(x, y)| (x, -y)).collect();
        assert_eq!(spearman(&rising), Some(1.0));
        assert_eq!(spearman(&falling), Some(-1.0));
    }

    /// Intelligence quotient against hours of television, the usual textbook example: ρ = −29/165.
    #[test]
    fn spearman_matches_the_textbook_example() {
        let iq = [
            106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0,
        ];
        let hours = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
        let points: Vec<_> = iq.into_iter().zip(hours).collect();
        assert!((spearman(&points).unwrap() + 29.0 / 165.0).abs() < 1e-12);
    }

    #[test]
    fn a_constant_has_no_rank_correlation() {
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 2.0)]), None);
        assert_eq!(spearman(&[]), None);
    }
}
