//! Lists the statistics of a number over trials, and takes them over the trials of several cells and variants.

use crate::stats::Summary;
use strum::{EnumIter, IntoStaticStr};

/// A statistic of a number over trials, such as the mean.
#[derive(Debug, Clone, Copy, PartialEq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Statistic {
    Mean,
    Median,
    /// The quantile at this level from 0 to 1, interpolated linearly between neighbouring values.
    Quantile(f64),
    Min,
    Max,
    Sum,
    /// The standard deviation, with n − 1 in the denominator.
    StandardDeviation,
    /// The standard deviation as a part of the mean.
    CoefficientOfVariation,
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

impl Statistic {
    /// The short names that other programs use.
    pub(super) const SHORT: [(&str, Self); 2] = [
        ("std", Self::StandardDeviation),
        ("se", Self::StandardError),
    ];

    /// Whether the statistic needs the values in order, and not only their sums and their ends.
    pub(super) fn is_ranked(self) -> bool {
        matches!(self, Self::Median | Self::Quantile(_))
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
    let ends = summaries.iter().map(|one| one.ends());
    Ok(match statistic {
        Statistic::Mean | Statistic::Share => match summaries {
            [one] => one.mean(),
            _ => {
                let trials = sum(&|one| one.count() as f64);
                sum(&|one| one.mean() * one.count() as f64) / trials
            }
        },
        Statistic::Min => ends.map(|ends| ends[0]).fold(f64::INFINITY, f64::min),
        Statistic::Max => ends.map(|ends| ends[1]).fold(f64::NEG_INFINITY, f64::max),
        Statistic::Sum | Statistic::Count | Statistic::Trials => sum(&Summary::total),
        Statistic::Median => one()?.quantile(0.5),
        Statistic::Quantile(level) => one()?.quantile(level),
        Statistic::Smaller => sum(&|one| one.signs()[0] as f64),
        Statistic::Equal => sum(&|one| one.signs()[1] as f64),
        Statistic::Larger => sum(&|one| one.signs()[2] as f64),
        Statistic::SmallerLower => one()?.below_zero()[0],
        Statistic::SmallerUpper => one()?.below_zero()[1],
        Statistic::StandardDeviation => one()?.deviation(),
        Statistic::CoefficientOfVariation => one()?.deviation() / one()?.mean(),
        Statistic::StandardError => one()?.standard_error(),
        Statistic::HalfWidth(level) => one()?.half_width(level),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(values: &[f64]) -> Summary {
        let mut summary = Summary::new(false);
        values
            .iter()
            .for_each(|value| summary.push(*value, None, 1));
        summary
    }

    #[test]
    fn the_mean_over_several_cells_counts_every_trial_once() {
        let (one, other) = (summary(&[1.0, 2.0, 3.0]), summary(&[10.0]));
        let mean = |summaries: &[&Summary]| pooled(Statistic::Mean, summaries).unwrap();
        assert_eq!(mean(&[&one]), 2.0);
        assert_eq!(mean(&[&one, &other]), 4.0);
        assert!(pooled(Statistic::Median, &[&one, &other]).is_err());
    }

    #[test]
    fn the_coefficient_of_variation_is_the_deviation_over_the_mean() {
        let one = summary(&[1.0, 2.0, 3.0]);
        let found = pooled(Statistic::CoefficientOfVariation, &[&one]).unwrap();
        assert!((found - 0.5).abs() < 1e-12, "{found}");
    }
}
