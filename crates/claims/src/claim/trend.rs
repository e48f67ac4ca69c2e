//! Describes claims about all cells: how a statistic of one number of trials changes with another number.

use super::Term;
use crate::stats::{Interval, Statistic};
use perceptron::documented::Invalid;

/// Returns the mistake in a claim's key `statistic`, if the level of its quantile is not between 0 and 1.
pub(super) fn invalid(statistic: Statistic) -> Option<Invalid> {
    let outside = matches!(statistic, Statistic::Quantile(level) if !(level > 0.0 && level < 1.0));
    outside.then(|| Invalid::out_of_range("statistic", "a level of `quantile` above 0 and below 1"))
}

/// How y is expected to change with x over the cells of a sweep, with one point (x, y) per cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrendShape {
    /// The slope of ln y against ln x lies within `exponent ± tolerance`, with its whole interval.
    Exponent {
        /// The expected slope: y grows like x to this power.
        exponent: f64,
        /// How far the interval of the slope may reach from `exponent`.
        tolerance: f64,
    },
    /// Spearman's rank correlation of x and y is at least `at_least`; if `falling`, that of x and −y.
    Rank {
        /// The smallest rank correlation that agrees with the claim.
        at_least: f64,
        /// Whether y should fall as x rises.
        falling: bool,
    },
}

impl TrendShape {
    /// The range in which the interval of the slope must lie; `None` for a rank correlation.
    pub fn tolerated(self) -> Option<Interval> {
        match self {
            Self::Exponent {
                exponent,
                tolerance,
            } => Some(Interval::new(exponent - tolerance, exponent + tolerance)),
            Self::Rank { .. } => None,
        }
    }
}

/// A claim about how a statistic of a number y changes with a number x over the cells of a sweep.
#[derive(Debug, Clone)]
pub struct Trend {
    /// The number y of a trial.
    pub of: Term,
    /// The number x of a trial, of which the median over a cell is used.
    pub against: Term,
    /// The statistic of y over the trials of a cell.
    pub statistic: Statistic,
    /// How the statistic of y is expected to change with x.
    pub proxy: TrendShape,
}
