//! Summarizes one number over the trials of one cell and variant, so that statistics of several such groups can be computed.

use super::expression::{Statistic, TrialNumber};
use crate::stats::{Moments, WeighedDistribution, WeightedMean, share_interval, student_radius};

/// The error probability of each end of the confidence interval for a mean; both ends together have 1 %.
const TAIL: f64 = 0.005;

/// A number that is computed on every trial, and what is needed of its values.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub number: TrialNumber,
    /// Whether a statistic needs the values in order, such as the median.
    pub is_ranked: bool,
}

/// Statistics of one number over the trials of one cell and variant.
#[derive(Debug, Clone)]
pub(super) struct Summary {
    moments: Moments,
    weighted: WeightedMean,
    has_weights: bool,
    total: f64,
    ends: [f64; 2],
    /// The squares of the values of a complete enumeration.
    weighted_squares: WeightedMean,
    /// Number of values below 0 and above 0, and the sums of their weights.
    signs: [(u64, f64); 2],
    /// The values in order; empty unless a statistic needs them.
    values: WeighedDistribution,
}

impl Default for Summary {
    fn default() -> Self {
        Self {
            moments: Moments::default(),
            weighted: WeightedMean::default(),
            has_weights: false,
            total: 0.0,
            ends: [f64::INFINITY, f64::NEG_INFINITY],
            weighted_squares: WeightedMean::default(),
            signs: [(0, 0.0); 2],
            values: WeighedDistribution::default(),
        }
    }
}

impl Summary {
    /// Adds a value that occurs on `times` trials, each of which has this weight in a complete enumeration.
    pub(super) fn push(
        &mut self,
        measured: &Measured,
        value: f64,
        weight: Option<f64>,
        times: u64,
    ) {
        self.moments.push_times(value, times);
        self.weighted
            .push_times(value, weight.unwrap_or(1.0), times);
        self.has_weights |= weight.is_some();
        self.total += value * times as f64;
        self.widen([value, value]);
        if let Some(weight) = weight {
            self.weighted_squares
                .push_times(value * value, weight, times);
        }
        if value != 0.0 {
            let (count, sum) = &mut self.signs[usize::from(value > 0.0)];
            *count += times;
            *sum += weight.unwrap_or(0.0) * times as f64;
        }
        if measured.is_ranked {
            self.values.push_times(value, weight, times);
        }
    }

    /// Adds the values of other trials of the same cell and variant.
    pub(super) fn merge(&mut self, other: &Self) {
        self.moments.merge(&other.moments);
        self.weighted.merge(&other.weighted);
        self.has_weights |= other.has_weights;
        self.total += other.total;
        self.widen(other.ends);
        self.weighted_squares.merge(&other.weighted_squares);
        for ((count, sum), (more, further)) in self.signs.iter_mut().zip(other.signs) {
            (*count, *sum) = (*count + more, *sum + further);
        }
        self.values.merge(&other.values);
    }

    pub(super) fn has_values(&self) -> bool {
        self.moments.count() > 0
    }

    /// The standard deviation of drawn values, or that of the distribution of an enumeration.
    fn deviation(&self) -> f64 {
        let mean = self.weighted.value();
        match self.has_weights {
            true => (self.weighted_squares.value() - mean * mean)
                .max(0.0)
                .sqrt(),
            false => self.moments.variance().sqrt(),
        }
    }

    /// The ends of the interval of the probability that a value is below 0 if it is not 0; in an enumeration both are this probability.
    fn below_zero(&self) -> [f64; 2] {
        let [(below, weight), (above, other)] = self.signs;
        if self.has_weights {
            return [weight / (weight + other); 2];
        }
        let interval = share_interval(below, below + above, 2.0 * TAIL);
        [interval.lower, interval.upper]
    }

    fn widen(&mut self, [least, largest]: [f64; 2]) {
        self.ends = [self.ends[0].min(least), self.ends[1].max(largest)];
    }
}

/// Returns a statistic over the trials of all these groups, or says in words why it cannot be computed.
pub(super) fn pooled(statistic: Statistic, summaries: &[&Summary]) -> Result<f64, String> {
    let sum = |of: &dyn Fn(&Summary) -> f64| summaries.iter().map(|one| of(one)).sum::<f64>();
    let one = || {
        match summaries {
        [one] => Ok(*one),
        _ => Err(
            "it covers several cells or variants: choose one, or take lowest(…) or highest(…) of it"
                .to_owned(),
        ),
    }
    };
    let ends = summaries.iter().map(|one| one.ends);
    Ok(match statistic {
        Statistic::Mean | Statistic::Share => match summaries {
            [one] => one.weighted.value(),
            _ => {
                let trials = sum(&|one| one.moments.count() as f64);
                sum(&|one| one.weighted.value() * one.moments.count() as f64) / trials
            }
        },
        Statistic::Min => ends.map(|ends| ends[0]).fold(f64::INFINITY, f64::min),
        Statistic::Max => ends.map(|ends| ends[1]).fold(f64::NEG_INFINITY, f64::max),
        Statistic::Sum | Statistic::Count | Statistic::Trials => sum(&|one| one.total),
        Statistic::Median => one()?.values.quantile(0.5),
        Statistic::Quantile(level) => one()?.values.quantile(level),
        Statistic::Smaller => sum(&|one| one.signs[0].0 as f64),
        Statistic::Larger => sum(&|one| one.signs[1].0 as f64),
        Statistic::Equal => {
            sum(&|one| (one.moments.count() - one.signs[0].0 - one.signs[1].0) as f64)
        }
        Statistic::SmallerLower => one()?.below_zero()[0],
        Statistic::SmallerUpper => one()?.below_zero()[1],
        Statistic::StandardDeviation => one()?.deviation(),
        Statistic::StandardError if one()?.has_weights => 0.0,
        Statistic::StandardError => one()?.moments.standard_error(),
        // Outcomes with weights are a complete enumeration, whose mean is exact.
        Statistic::HalfWidth if one()?.has_weights => 0.0,
        Statistic::HalfWidth => student_radius(&one()?.moments, TAIL),
    })
}
