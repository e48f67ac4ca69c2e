//! Lists the statistics of a number over trials, which queries, tables and claims about a sweep share.

use super::Summary;
use perceptron::documented::{Member, Shape, Shaped};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoStaticStr};

/// A statistic of a number over trials, such as the mean.
#[derive(Debug, Clone, Copy, PartialEq, IntoStaticStr, EnumIter, Serialize, Deserialize)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The mean, which heavy tails can dominate.
    Mean,
    /// The median.
    Median,
    /// The quantile at this level from 0 to 1, interpolated linearly between neighbouring values.
    Quantile(f64),
    /// The standard deviation, with n − 1 in the denominator.
    StandardDeviation,
    /// The standard deviation as a part of the mean.
    CoefficientOfVariation,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The sum of all values.
    Sum,
    /// The standard error of the mean.
    StandardError,
    /// Half the width of Student's interval on the mean, at this level; at 99 % if none is given.
    HalfWidth(Option<f64>),
    /// The proportion of the trials on which a comparison is true.
    Share,
    /// The number of trials on which a comparison is true.
    Count,
    /// The number of trials on which the first of two formulas is smaller than the second.
    Smaller,
    /// The number of trials on which two formulas are equal.
    Equal,
    /// The number of trials on which the first of two formulas is larger than the second.
    Larger,
    /// The lower end of the 99 % interval of the probability that the first of two formulas is the smaller one if they differ.
    SmallerLower,
    /// The upper end of this interval.
    SmallerUpper,
    /// The number of trials.
    Trials,
}

/// A key holds a statistic that says something of the distribution of one number, whatever the number of trials is.
impl Shaped for Statistic {
    fn shape() -> Shape {
        Shape::Choice(vec![
            Member::alone(Self::Mean.into(), None),
            Member::alone(Self::Median.into(), None),
            Member::followed("quantile", Shape::Number),
            Member::alone(Self::StandardDeviation.into(), None),
            Member::alone(Self::CoefficientOfVariation.into(), None),
        ])
    }
}

impl Statistic {
    /// The short names that other programs use.
    pub const SHORT: [(&str, Self); 2] = [
        ("std", Self::StandardDeviation),
        ("se", Self::StandardError),
    ];

    /// Whether the statistic needs the values in order, and not only their sums and their ends.
    pub fn is_ranked(self) -> bool {
        matches!(self, Self::Median | Self::Quantile(_))
    }

    /// The statistic of the values of one group of trials. For a share the values are 1 and 0; for a comparison they are differences.
    pub fn of(self, values: &Summary) -> f64 {
        match self {
            Self::Mean | Self::Share => values.mean(),
            Self::Min => values.ends()[0],
            Self::Max => values.ends()[1],
            Self::Sum | Self::Count | Self::Trials => values.total(),
            Self::Median => values.quantile(0.5),
            Self::Quantile(level) => values.quantile(level),
            Self::Smaller => values.signs()[0] as f64,
            Self::Equal => values.signs()[1] as f64,
            Self::Larger => values.signs()[2] as f64,
            Self::SmallerLower => values.below_zero()[0],
            Self::SmallerUpper => values.below_zero()[1],
            Self::StandardDeviation => values.deviation(),
            Self::CoefficientOfVariation => values.deviation() / values.mean(),
            Self::StandardError => values.standard_error(),
            Self::HalfWidth(level) => values.half_width(level),
        }
    }

    /// The statistic in words, as in "the mean".
    pub fn label(self) -> String {
        match self {
            Self::Quantile(level) => format!("{level} quantile"),
            other => <&str>::from(other).replace('_', " "),
        }
    }
}
