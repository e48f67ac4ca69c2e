//! Summarizes values: sum, mean, variance and quantiles, with a fixed order of additions.

/// How far rounding may move a sum of weights away from the share that it meets.
const MEETING: f64 = 1e-12;

/// The sum with a running compensation for what rounding lost.
///
/// # Source
///
/// Neumaier, ZAMM 54 (1974) 39–51.
pub fn sum(values: &[f64]) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0);
    for &x in values {
        let next = total + x;
        lost += if total.abs() >= x.abs() {
            (total - next) + x
        } else {
            (x - next) + total
        };
        total = next;
    }
    total + lost
}

/// The arithmetic mean; NaN without values.
pub fn mean(values: &[f64]) -> f64 {
    sum(values) / values.len() as f64
}

/// The mean of values with weights that are not negative, as of the outcomes of an enumeration; NaN without weight.
pub fn weighted_mean(values: &[f64], weights: &[f64]) -> f64 {
    let products: Vec<f64> = values
        .iter()
        .zip(weights)
        .map(|(value, weight)| weight * value)
        .collect();
    sum(&products) / sum(weights)
}

/// The quantile at `level` of a law that gives each value its weight: the smallest value up to which the weights come to that share.
/// Halfway to the next value where they meet it exactly, as a median does; NaN without values.
pub fn weighted_quantile(values: &[f64], weights: &[f64], level: f64) -> f64 {
    let mut law: Vec<(f64, f64)> = values
        .iter()
        .copied()
        .zip(weights.iter().copied())
        .collect();
    law.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (total, mut below) = (sum(weights), 0.0);
    for (index, &(value, weight)) in law.iter().enumerate() {
        below += weight;
        let excess = below - level * total;
        if excess.abs() <= MEETING * total {
            return law
                .get(index + 1)
                .map_or(value, |next| 0.5 * (value + next.0));
        }
        if excess > 0.0 {
            return value;
        }
    }
    law.last().map_or(f64::NAN, |&(value, _)| value)
}

/// The unbiased sample variance `Σ (x − x̄)² / (n − 1)`; NaN below two values.
pub fn variance(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return f64::NAN;
    }
    let center = mean(values);
    let squares: Vec<f64> = values.iter().map(|x| (x - center) * (x - center)).collect();
    sum(&squares) / (values.len() as f64 - 1.0)
}

/// The standard error of the mean, `sqrt(variance / n)`; NaN below two values.
pub fn standard_error(values: &[f64]) -> f64 {
    (variance(values) / values.len() as f64).sqrt()
}

/// The quantile at `level` in [0, 1], linear between order statistics; NaN without values.
///
/// # Formula
///
/// ```text
/// x_(⌊h⌋) + (h − ⌊h⌋) (x_(⌊h⌋+1) − x_(⌊h⌋)),    h = (n − 1) level, counted from 0
/// ```
///
/// # Source
///
/// Type 7 of Hyndman and Fan, The American Statistician 50 (1996) 361–365; the default of numpy and R.
pub fn quantile(values: &[f64], level: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let position = (sorted.len() as f64 - 1.0) * level;
    let below = position as usize;
    match (sorted.get(below), sorted.get(below + 1)) {
        (Some(low), Some(high)) => low + (position - below as f64) * (high - low),
        (Some(low), None) => *low,
        _ => f64::NAN,
    }
}

/// The quantile at level 1/2; NaN without values.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_count_as_repetitions_would() {
        let (values, weights) = ([4.0, 1.0, 10.0], [1.0, 2.0, 1.0]);
        let repeated = [1.0, 1.0, 4.0, 10.0];
        assert_eq!(weighted_mean(&values, &weights), mean(&repeated));
        assert_eq!(weighted_quantile(&values, &weights, 0.5), median(&repeated));
        assert_eq!(weighted_quantile(&values, &[0.1, 0.7, 0.2], 0.5), 1.0);
        assert_eq!(weighted_quantile(&values, &[0.1, 0.7, 0.2], 0.9), 10.0);
        assert!(weighted_mean(&[], &[]).is_nan() && weighted_quantile(&[], &[], 0.5).is_nan());
    }

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
    fn the_sum_keeps_what_plain_addition_loses() {
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
    }

    #[test]
    fn variance_and_standard_error_divide_by_n_minus_one_and_n() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), 5.0);
        assert!((variance(&values) - 32.0 / 7.0).abs() < 1e-15);
        assert!((standard_error(&values) - (4.0f64 / 7.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn nothing_has_no_mean_no_median_and_one_value_no_variance() {
        assert!(mean(&[]).is_nan() && median(&[]).is_nan() && variance(&[1.0]).is_nan());
    }
}
