//! Summarizes values that have weights, such as the outcomes of a complete enumeration.

use super::{EmpiricalDistribution, Sum};

/// Tolerance, relative to the total weight, within which a sum of weights counts as equal to a quantile's level in spite of rounding.
const SHARE_TOLERANCE: f64 = 1e-12;

/// The mean of a stream of values with nonnegative weights, in constant memory.
///
/// # Formula
///
/// ```text
/// Σ w x / Σ w
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct WeightedMean {
    products: Sum,
    weights: Sum,
}

impl WeightedMean {
    /// Adds the next value and its weight.
    pub fn push(&mut self, value: f64, weight: f64) {
        self.products.push(weight * value);
        self.weights.push(weight);
    }

    /// Adds a value that occurs `times` times with this weight.
    pub fn push_times(&mut self, value: f64, weight: f64, times: u64) {
        self.products.push_product(weight * value, times as f64);
        self.weights.push_product(weight, times as f64);
    }

    /// Adds the values of another stream.
    pub fn merge(&mut self, other: &Self) {
        self.products.merge(&other.products);
        self.weights.merge(&other.weights);
    }

    /// The weighted mean of the values so far; NaN if their weights add up to 0.
    pub fn value(&self) -> f64 {
        self.products.value() / self.weights.value()
    }
}

/// Values with their weights, of which quantiles are computed.
#[derive(Debug, Clone, Default)]
struct WeightedValues {
    pairs: Vec<(f64, f64)>,
}

impl WeightedValues {
    /// Adds a value and its weight; a value of weight 0 has no part in the distribution.
    fn push(&mut self, value: f64, weight: f64) {
        if weight > 0.0 {
            self.pairs.push((value, weight));
        }
    }

    /// Adds the values of another stream.
    fn merge(&mut self, other: &Self) {
        self.pairs.extend_from_slice(&other.pairs);
    }

    /// The quantile at `level` of the distribution that gives each value its weight: the smallest value up to which the weights reach that fraction. If
    /// they reach it exactly, the result lies halfway to the next value, like a median. NaN without values.
    fn quantile(&self, level: f64) -> f64 {
        let mut sorted_pairs = self.pairs.clone();
        sorted_pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut weights = Sum::default();
        sorted_pairs
            .iter()
            .for_each(|&(_, weight)| weights.push(weight));
        let (total, mut below) = (weights.value(), 0.0);
        for (index, &(value, weight)) in sorted_pairs.iter().enumerate() {
            below += weight;
            let excess = below - level * total;
            if excess.abs() <= SHARE_TOLERANCE * total {
                let next = sorted_pairs.get(index + 1);
                return next.map_or(value, |next| 0.5 * (value + next.0));
            }
            if excess > 0.0 {
                return value;
            }
        }
        sorted_pairs.last().map_or(f64::NAN, |&(value, _)| value)
    }
}

/// The distribution of a number: over draws, which count equally, or over the outcomes of a complete enumeration, which have probabilities.
#[derive(Debug, Clone, Default)]
pub struct WeighedDistribution {
    draws: EmpiricalDistribution,
    /// The outcomes with their probabilities; empty for draws.
    outcomes: WeightedValues,
}

impl WeighedDistribution {
    /// Adds a value that occurs `times` times; `weight` is the probability of an outcome, and `None` for a draw.
    pub fn push_times(&mut self, value: f64, weight: Option<f64>, times: u64) {
        match weight {
            Some(weight) => self.outcomes.push(value, weight * times as f64),
            None => self.draws.push_times(value, times),
        }
    }

    /// Adds the values of another stream.
    pub fn merge(&mut self, other: &Self) {
        self.draws.merge(&other.draws);
        self.outcomes.merge(&other.outcomes);
    }

    /// The quantile at `level` in [0, 1]: of outcomes with their probabilities if there are any, and otherwise of the draws.
    pub fn quantile(&self, level: f64) -> f64 {
        match self.outcomes.pairs.is_empty() {
            true => self.draws.quantile(level),
            false => self.outcomes.quantile(level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted_mean(values: &[f64], weights: &[f64]) -> f64 {
        let mut mean = WeightedMean::default();
        let pairs = values.iter().zip(weights);
        pairs.for_each(|(&value, &weight)| mean.push(value, weight));
        mean.value()
    }

    fn weighted_quantile(values: &[f64], weights: &[f64], level: f64) -> f64 {
        let mut pairs = WeightedValues::default();
        let each = values.iter().zip(weights);
        each.for_each(|(&value, &weight)| pairs.push(value, weight));
        pairs.quantile(level)
    }
    use crate::stats::{mean, median, sum};

    #[test]
    fn weights_count_as_repetitions_would() {
        let (values, weights) = ([4.0, 1.0, 10.0], [1.0, 2.0, 1.0]);
        let repeated = [1.0, 1.0, 4.0, 10.0];
        assert_eq!(weighted_mean(&values, &weights), mean(&repeated));
        assert_eq!(weighted_quantile(&values, &weights, 0.5), median(&repeated));
        assert_eq!(weighted_quantile(&values, &[0.1, 0.7, 0.2], 0.5), 1.0);
        assert_eq!(weighted_quantile(&values, &[0.1, 0.7, 0.2], 0.9), 10.0);
        assert_eq!(weighted_quantile(&[9.0, 1.0], &[1.0, 0.0], 0.0), 9.0);
        assert!(weighted_mean(&[], &[]).is_nan() && weighted_quantile(&[], &[], 0.5).is_nan());
    }

    #[test]
    fn weighted_mean_is_the_ratio_of_compensated_sums_bit_for_bit() {
        let values: Vec<f64> = (0..300).map(|i| libm::exp(f64::from(i % 31))).collect();
        let weights: Vec<f64> = (1..=300).map(|i| 1.0 / f64::from(i)).collect();
        let products: Vec<f64> = values.iter().zip(&weights).map(|(x, w)| w * x).collect();
        let expected = sum(&products) / sum(&weights);
        assert_eq!(
            weighted_mean(&values, &weights).to_bits(),
            expected.to_bits()
        );
    }

    #[test]
    fn merged_weighted_means_are_those_of_all_values() {
        let pairs: Vec<(f64, f64)> = (1..200)
            .map(|i| (libm::sin(f64::from(i)), 1.0 / f64::from(i)))
            .collect();
        let (mut whole, mut first, mut second) = (
            WeightedMean::default(),
            WeightedMean::default(),
            WeightedMean::default(),
        );
        for (index, &(value, weight)) in pairs.iter().enumerate() {
            let times = index as u64 % 3 + 1;
            (0..times).for_each(|_| whole.push(value, weight));
            if index < 70 { &mut first } else { &mut second }.push_times(value, weight, times);
        }
        first.merge(&second);
        assert!((first.value() - whole.value()).abs() < 1e-15);
    }
}
