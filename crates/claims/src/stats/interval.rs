//! Holds a closed interval of real numbers: a confidence interval or the range of a bounded quantity.

/// The closed interval `[lower, upper]`; empty when `lower > upper`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// The range of a probability, a risk or an indicator.
    pub const UNIT: Interval = Interval {
        lower: 0.0,
        upper: 1.0,
    };

    /// The whole line: the interval of an unbounded quantity without observations.
    pub const UNBOUNDED: Interval = Interval {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
    };

    /// The interval between two ends.
    pub fn new(lower: f64, upper: f64) -> Self {
        Interval { lower, upper }
    }

    /// Whether no number lies in the interval.
    pub fn is_empty(&self) -> bool {
        self.lower > self.upper
    }

    /// `upper − lower`, and 0 for an empty interval.
    pub fn width(&self) -> f64 {
        (self.upper - self.lower).max(0.0)
    }

    /// Whether a number lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_belong_to_the_interval() {
        let interval = Interval::new(-1.0, 2.0);
        assert!(interval.contains(-1.0) && interval.contains(2.0) && !interval.contains(2.1));
        assert_eq!(interval.width(), 3.0);
    }
}
