//! Computes the means of both sides of a claim over the trials of a cell.

use super::TrialSides;
use crate::stats::{Sum, WeightedMean};
use perceptron::sample::Rational;

/// Running means of the observed values and of the limits over the trials of a cell: with equal weights, and weighted by probability.
#[derive(Debug, Clone, Default)]
pub(super) struct SideMeans {
    alike: [Sum; 2],
    count: u64,
    weighted: [WeightedMean; 2],
    lacks_weight: bool,
}

impl SideMeans {
    /// Adds observed value and limit of `times` trials that have the same numbers; `weight` is the probability of each in an enumeration.
    pub(super) fn push(&mut self, numbers: &TrialSides, weight: Option<&Rational>, times: usize) {
        let sides = [numbers.observed.value, numbers.limit.value];
        let weight = weight.map(Rational::to_f64);
        self.lacks_weight |= weight.is_none();
        self.count += times as u64;
        for (sum, value) in self.alike.iter_mut().zip(sides) {
            sum.push_times(value, times);
        }
        // The weighted means are not used if a probability is missing.
        for _ in 0..weight.map_or(0, |_| times) {
            for (mean, value) in self.weighted.iter_mut().zip(sides) {
                mean.push(value, weight.unwrap_or(0.0));
            }
        }
    }

    pub(super) fn values(&self, complete: bool) -> (f64, f64) {
        let [observed, limit] = match complete && !self.lacks_weight {
            true => self.weighted.map(|mean| mean.value()),
            false => self.alike.map(|sum| sum.value() / self.count as f64),
        };
        (observed, limit)
    }
}
