//! Computes quantiles of values, linear between order statistics.

/// The quantile of the values at `level` in [0, 1], interpolated linearly between neighbouring values in sorted order; NaN without values.
///
/// # Formula
///
/// ```text
/// x_(⌊h⌋) + (h − ⌊h⌋) (x_(⌊h⌋+1) − x_(⌊h⌋)),    h = (n − 1) level, counted from 0
/// ```
///
/// # Source
///
/// Type 7 of Hyndman and Fan, The American Statistician 50 (1996) 361–365; the default of numpy
/// and R.
pub fn quantile(values: &[f64], level: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let ranked = |rank: u64| sorted.get(rank as usize).copied();
    interpolated(sorted.len() as u64, level, ranked)
}

/// The median of the values; NaN without values.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The quantile at `level` of `count` values, interpolated linearly; `ranked` returns the value at an index of the sorted values, counted from 0.
pub(super) fn interpolated(count: u64, level: f64, ranked: impl Fn(u64) -> Option<f64>) -> f64 {
    let position = (count as f64 - 1.0) * level;
    let below = position as u64;
    match (ranked(below), ranked(below + 1)) {
        (Some(low), Some(high)) => low + (position - below as f64) * (high - low),
        (Some(low), None) => low,
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_numpy() {
        let values = [7.0, 1.0, 3.0, 10.0];
        assert_eq!(quantile(&values, 0.0), 1.0);
        assert_eq!(quantile(&values, 0.25), 2.5);
        assert_eq!(median(&values), 5.0);
        assert!((quantile(&values, 0.9) - 9.1).abs() < 1e-12);
        assert_eq!(quantile(&values, 1.0), 10.0);
        assert_eq!(median(&[4.0]), 4.0);
    }

    #[test]
    fn median_of_no_values_is_nan() {
        assert!(median(&[]).is_nan());
    }
}
