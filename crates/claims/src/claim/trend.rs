//! Describes claims about all cells: how a statistic of one number of trials changes with another number.

use super::Term;
use crate::stats::Interval;
use perceptron::documented::{Invalid, Member, Shape, Shaped};
use serde::{Deserialize, Serialize};

/// The statistic that summarizes the trials of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Statistic {
    /// Their mean, which heavy tails can dominate.
    Mean,
    /// Their median.
    Median,
    /// Their quantile at a level between 0 and 1.
    Quantile(f64),
}

impl Shaped for Statistic {
    fn shape() -> Shape {
        Shape::Choice(vec![
            Member::alone("mean", None),
            Member::alone("median", None),
            Member::followed("quantile", Shape::Number),
        ])
    }
}

impl Statistic {
    /// Its name in words.
    pub(super) fn label(self) -> String {
        match self {
            Self::Mean => "mean".into(),
            Self::Median => "median".into(),
            Self::Quantile(level) => format!("{level} quantile"),
        }
    }

    /// Returns the error for the key `statistic`, if the level is outside its range.
    pub(super) fn validate(self) -> Option<Invalid> {
        let outside = matches!(self, Self::Quantile(level) if !(level > 0.0 && level < 1.0));
        let allowed = "\"median\", \"mean\" or { quantile = a number above 0 and below 1 }";
        outside.then(|| Invalid::out_of_range("statistic", allowed))
    }
}

/// The expected relation between x and y, with one point per cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrendShape {
    /// The log–log slope with its whole interval lies within `exponent ± tolerance`.
    Exponent {
        /// The exponent.
        exponent: f64,
        /// How far from it the interval may reach.
        tolerance: f64,
    },
    /// Spearman's rank correlation is at least this; if `falling`, the one with −y.
    Rank {
        /// The least correlation.
        at_least: f64,
        /// Whether y should fall as x rises.
        falling: bool,
    },
}

impl TrendShape {
    /// The range in which the interval of an exponent must lie; `None` for a rank correlation.
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

/// A statistic of one number of trials against another number, over cells.
#[derive(Debug, Clone)]
pub struct Trend {
    /// The number y.
    pub of: Term,
    /// The number x, whose median over a cell is used.
    pub against: Term,
    /// The statistic of y over the trials of a cell.
    pub statistic: Statistic,
    /// The expected relation.
    pub proxy: TrendShape,
}
