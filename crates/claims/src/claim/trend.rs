//! Describes what a claim says over all cells: how a statistic of one number of trials changes with another.

use super::Term;
use crate::stats::Interval;
use perceptron::documented::{Invalid, Member, Shape, Shaped};
use serde::{Deserialize, Serialize};

/// What stands for the trials of a cell.
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
    /// What it is called.
    pub(super) fn words(self) -> String {
        match self {
            Self::Mean => "mean".into(),
            Self::Median => "median".into(),
            Self::Quantile(level) => format!("{level} quantile"),
        }
    }

    /// What is wrong with it, for the key `statistic`.
    pub(super) fn fault(self) -> Option<Invalid> {
        let outside = matches!(self, Self::Quantile(level) if !(level > 0.0 && level < 1.0));
        let allowed = "\"median\", \"mean\" or { quantile = a number above 0 and below 1 }";
        outside.then(|| Invalid::outside("statistic", allowed))
    }
}

/// What is expected of the points that the cells make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrendShape {
    /// The log–log slope lies within `exponent ± tolerance`, its interval included.
    Exponent {
        /// The exponent.
        exponent: f64,
        /// How far from it the interval may reach.
        tolerance: f64,
    },
    /// Spearman's rank correlation is at least this; where `falling`, that of −y.
    Rank {
        /// The least correlation.
        at_least: f64,
        /// Whether y is to fall as x rises.
        falling: bool,
    },
}

impl TrendShape {
    /// Where the interval of an exponent must lie.
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

/// A statistic of one number of trials against another one, over cells.
#[derive(Debug, Clone)]
pub struct Trend {
    /// The number y.
    pub of: Term,
    /// The number x, whose median over a cell is used.
    pub against: Term,
    /// What y stands for in a cell.
    pub statistic: Statistic,
    /// What is expected.
    pub proxy: TrendShape,
}
