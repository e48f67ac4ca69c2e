//! Takes a statistic over the trials of several cells and variants.

use super::expression::{Statistic, TrialNumber};
use crate::stats::Summary;

/// A number that is computed on every trial, and what is needed of its values.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub number: TrialNumber,
    /// Whether a statistic needs the values in order, such as the median.
    pub is_ranked: bool,
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
        Statistic::StandardError => one()?.standard_error(),
        Statistic::HalfWidth => one()?.half_width(),
    })
}
