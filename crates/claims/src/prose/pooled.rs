//! Takes the statistics of a number over the trials of several cells and variants.

use crate::stats::{Statistic, Summary};

/// Returns a statistic over the trials of all these groups, or says in words why it cannot be computed.
pub(super) fn pooled(statistic: Statistic, summaries: &[&Summary]) -> Result<f64, String> {
    let each = || summaries.iter().map(|one| statistic.of(one));
    Ok(match (statistic, summaries) {
        (_, [one]) => statistic.of(one),
        (Statistic::Mean | Statistic::Share, _) => {
            let weighed = summaries.iter().map(|one| one.mean() * one.count() as f64);
            let trials: f64 = summaries.iter().map(|one| one.count() as f64).sum();
            weighed.sum::<f64>() / trials
        }
        (Statistic::Min, _) => each().fold(f64::INFINITY, f64::min),
        (Statistic::Max, _) => each().fold(f64::NEG_INFINITY, f64::max),
        (
            Statistic::Sum
            | Statistic::Count
            | Statistic::Trials
            | Statistic::Smaller
            | Statistic::Equal
            | Statistic::Larger,
            _,
        ) => each().sum(),
        _ => {
            return Err(
                "it covers several cells or variants: choose one, or take lowest(…) or highest(…) of it"
                    .to_owned(),
            );
        }
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
