//! Summarizes one number over trials: what pages, figures and tables say of it.

use super::{Moments, WeighedDistribution, WeightedMean, share_interval, student_radius};

/// The error probability of each end of an interval that is shown; both ends together have 1 %.
const TAIL: f64 = 0.005;

/// Statistics of a number over trials, in memory that does not grow with them. Trials are draws, which count equally, or all outcomes of an enumeration,
/// which have probabilities.
#[derive(Debug, Clone)]
pub struct Summary {
    moments: Moments,
    weighted: WeightedMean,
    /// The squares of the outcomes of an enumeration.
    weighted_squares: WeightedMean,
    is_enumeration: bool,
    total: f64,
    ends: [f64; 2],
    /// Number of values below 0 and above 0, and the sums of their probabilities.
    signs: [(u64, f64); 2],
    /// The values in order, if quantiles are asked for.
    values: Option<WeighedDistribution>,
}

impl Summary {
    /// Starts without values; `has_quantiles` says whether quantiles will be asked for.
    pub fn new(has_quantiles: bool) -> Self {
        Self {
            moments: Moments::default(),
            weighted: WeightedMean::default(),
            weighted_squares: WeightedMean::default(),
            is_enumeration: false,
            total: 0.0,
            ends: [f64::INFINITY, f64::NEG_INFINITY],
            signs: [(0, 0.0); 2],
            values: has_quantiles.then(WeighedDistribution::default),
        }
    }

    /// Adds a value that occurs on `times` trials; `weight` is the probability of each in an enumeration, and `None` for draws.
    pub fn push(&mut self, value: f64, weight: Option<f64>, times: u64) {
        self.moments.push_times(value, times);
        self.total += value * times as f64;
        self.widen([value, value]);
        if let Some(weight) = weight {
            self.is_enumeration = true;
            self.weighted.push_times(value, weight, times);
            self.weighted_squares
                .push_times(value * value, weight, times);
        }
        if value != 0.0 {
            let (count, sum) = &mut self.signs[usize::from(value > 0.0)];
            *count += times;
            *sum += weight.unwrap_or(0.0) * times as f64;
        }
        if let Some(values) = &mut self.values {
            values.push_times(value, weight, times);
        }
    }

    /// Adds the values of other trials.
    pub fn merge(&mut self, other: &Self) {
        self.moments.merge(&other.moments);
        self.weighted.merge(&other.weighted);
        self.weighted_squares.merge(&other.weighted_squares);
        self.is_enumeration |= other.is_enumeration;
        self.total += other.total;
        self.widen(other.ends);
        for ((count, sum), (more, further)) in self.signs.iter_mut().zip(other.signs) {
            (*count, *sum) = (*count + more, *sum + further);
        }
        if let (Some(own), Some(more)) = (&mut self.values, &other.values) {
            own.merge(more);
        }
    }

    fn widen(&mut self, [least, largest]: [f64; 2]) {
        self.ends = [self.ends[0].min(least), self.ends[1].max(largest)];
    }

    /// Whether the trials are outcomes of an enumeration.
    pub fn is_enumeration(&self) -> bool {
        self.is_enumeration
    }

    /// The number of trials.
    pub fn count(&self) -> u64 {
        self.moments.count()
    }

    /// The sum over all trials, also of outcomes.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The least and the largest value; ∞ and −∞ without values.
    pub fn ends(&self) -> [f64; 2] {
        self.ends
    }

    /// The mean of the draws, or of the outcomes with their probabilities; NaN without values.
    pub fn mean(&self) -> f64 {
        match self.is_enumeration {
            true => self.weighted.value(),
            false => self.moments.mean(),
        }
    }

    /// The standard deviation: of draws with n − 1 in the denominator, or of the distribution of the outcomes.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        match self.is_enumeration {
            true => (self.weighted_squares.value() - mean * mean)
                .max(0.0)
                .sqrt(),
            false => self.moments.variance().sqrt(),
        }
    }

    /// The standard error of the mean; 0 for an enumeration, whose mean is exact.
    pub fn standard_error(&self) -> f64 {
        match self.is_enumeration {
            true => 0.0,
            false => self.moments.standard_error(),
        }
    }

    /// Half the width of Student's interval on the mean at a level, 99 % if none is given: 0 for an enumeration, infinite for a single draw.
    pub fn half_width(&self, level: Option<f64>) -> f64 {
        let tail = level.map_or(TAIL, |level| (1.0 - level) / 2.0);
        match self.is_enumeration {
            true => 0.0,
            false => student_radius(&self.moments, tail),
        }
    }

    /// The quantile at `level` in [0, 1]; NaN without values, or if quantiles were not asked for.
    pub fn quantile(&self, level: f64) -> f64 {
        let values = self.values.as_ref();
        values.map_or(f64::NAN, |values| values.quantile(level))
    }

    /// The number of values below 0, equal to 0, and above 0.
    pub fn signs(&self) -> [u64; 3] {
        let [(below, _), (above, _)] = self.signs;
        [below, self.count() - below - above, above]
    }

    /// The ends of the 99 % interval of the probability that a value is below 0 if it is not 0; in an enumeration both are this probability.
    pub fn below_zero(&self) -> [f64; 2] {
        let [(below, weight), (above, other)] = self.signs;
        if self.is_enumeration {
            return [weight / (weight + other); 2];
        }
        let interval = share_interval(below, below + above, 2.0 * TAIL);
        [interval.lower, interval.upper]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_count_by_their_probabilities_and_draws_equally() {
        let mut draws = Summary::new(true);
        let mut outcomes = Summary::new(true);
        for (value, weight) in [(-1.0, 0.5), (0.0, 0.25), (4.0, 0.25)] {
            draws.push(value, None, 2);
            outcomes.push(value, Some(weight), 1);
        }
        assert_eq!((draws.mean(), outcomes.mean()), (1.0, 0.5));
        assert_eq!((draws.quantile(0.5), outcomes.quantile(0.5)), (0.0, -0.5));
        assert_eq!((draws.signs(), outcomes.signs()), ([2, 2, 2], [1, 1, 1]));
        assert_eq!(outcomes.below_zero(), [2.0 / 3.0; 2]);
        assert_eq!(outcomes.deviation(), (4.5_f64 - 0.25).sqrt());
        assert_eq!(
            (outcomes.half_width(None), outcomes.standard_error()),
            (0.0, 0.0)
        );
        assert!(draws.half_width(None) > 0.0 && draws.below_zero()[0] < 0.5);
        assert_eq!((draws.count(), draws.total()), (6, 6.0));
    }

    #[test]
    fn merged_summaries_are_those_of_all_values() {
        let values = [3.0, -2.0, 0.0, 7.5, -2.0];
        let of = |values: &[f64]| {
            let mut summary = Summary::new(true);
            values
                .iter()
                .for_each(|&value| summary.push(value, None, 1));
            summary
        };
        let mut merged = of(&values[..2]);
        merged.merge(&of(&values[2..]));
        let whole = of(&values);
        assert_eq!(merged.mean(), whole.mean());
        assert_eq!(merged.ends(), [-2.0, 7.5]);
        assert_eq!(merged.signs(), whole.signs());
        assert_eq!(merged.quantile(0.25), whole.quantile(0.25));
        assert!((merged.deviation() - whole.deviation()).abs() < 1e-12);
    }
}
