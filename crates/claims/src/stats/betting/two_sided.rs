//! Bounds a mean of which some observations may be missing: each bound assumes the worst for them.

use super::BettingSequence;
use crate::stats::Interval;

/// A lower and an upper confidence bound on a mean of which some observations are missing, each one-sided at `alpha`. A missing value counts as the
/// lowest of the range for the lower bound, and as the highest for the upper one.
///
/// Each bound is valid for any values of the missing observations. As long as none is missing, both
/// bounds come from one [`BettingSequence`], which takes no more memory.
#[derive(Debug, Clone)]
pub struct TwoSided {
    range: Interval,
    low: BettingSequence,
    /// The sequence for the upper bound; it differs from `low` only after a value was missing.
    high: Option<BettingSequence>,
}

impl TwoSided {
    /// Makes the two bounds before any observation; they are then the ends of the range.
    pub fn new(range: Interval, alpha: f64) -> Self {
        TwoSided {
            range,
            low: BettingSequence::new(range, alpha),
            high: None,
        }
    }

    /// Adds the next observation; one outside the range counts as the nearest end, and NaN ends the
    /// game.
    pub fn push(&mut self, value: f64) {
        self.low.push(value);
        if let Some(high) = &mut self.high {
            high.push(value);
        }
    }

    /// Adds an observation of which only the range is known; each bound counts it as the value that is worst for the bound.
    pub fn push_missing(&mut self) {
        self.push_between(self.range);
    }

    /// Adds an observation that lies between two numbers; each bound counts it as the one that is worst for the bound.
    pub fn push_between(&mut self, ends: Interval) {
        // Until now one game gave both bounds; it is copied before they get different values.
        let high = self.high.get_or_insert_with(|| self.low.clone());
        high.push(ends.upper);
        self.low.push(ends.lower);
    }

    /// A lower bound on the mean, wrong with probability at most `alpha` over all times together.
    pub fn lower_bound(&self) -> f64 {
        self.low.lower_bound()
    }

    /// An upper bound on the mean, wrong with probability at most `alpha` over all times together.
    pub fn upper_bound(&self) -> f64 {
        self.high.as_ref().unwrap_or(&self.low).upper_bound()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{lower_bound, upper_bound};

    const RANGE: Interval = Interval {
        lower: -1.0,
        upper: 3.0,
    };

    /// Both bounds after these values; NaN stands for a missing value.
    fn of(values: &[f64]) -> TwoSided {
        let mut bounds = TwoSided::new(RANGE, 0.01);
        for &value in values {
            match value.is_nan() {
                true => bounds.push_missing(),
                false => bounds.push(value),
            }
        }
        bounds
    }

    fn with_missing_as(values: &[f64], worst: f64) -> Vec<f64> {
        let known = |&x: &f64| if x.is_nan() { worst } else { x };
        values.iter().map(known).collect()
    }

    #[test]
    fn missing_values_count_as_the_worst_for_each_bound() {
        let mut values: Vec<f64> = (0..200).map(|i| f64::from(i % 3)).collect();
        (20..200).step_by(31).for_each(|i| values[i] = f64::NAN);
        let (bounds, low) = (of(&values), with_missing_as(&values, -1.0));
        let high = with_missing_as(&values, 3.0);
        assert_eq!(bounds.lower_bound(), lower_bound(&low, RANGE, 0.01));
        assert_eq!(bounds.upper_bound(), upper_bound(&high, RANGE, 0.01));
    }

    #[test]
    fn rounds_are_stored_once_if_no_value_is_missing() {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i % 4) - 1.0).collect();
        let bounds = of(&values);
        assert!(bounds.high.is_none());
        assert_eq!(bounds.lower_bound(), lower_bound(&values, RANGE, 0.01));
        assert_eq!(bounds.upper_bound(), upper_bound(&values, RANGE, 0.01));
    }

    #[test]
    fn bounds_of_only_missing_values_are_the_range() {
        let bounds = of(&[f64::NAN; 100]);
        assert_eq!((bounds.lower_bound(), bounds.upper_bound()), (-1.0, 3.0));
    }
}
