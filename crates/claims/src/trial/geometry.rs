//! Measures the geometry of a sample: radius and margins of the planted separator, and the largest margin.

use super::{Measure, Trial, dichotomies};
use perceptron::margin::{Separability, separability};
use perceptron::sample::{OutOfRange, Quantity, Rational, Sample};
use std::collections::BTreeSet;

/// Fills the columns of the sample itself, for features with the constant feature of an offset, if there is one.
pub(super) fn measure(
    trial: &mut Trial,
    sample: &Sample,
    offset: Option<&Rational>,
    measures: &BTreeSet<Measure>,
) -> Result<(), OutOfRange> {
    match offset {
        None => measure_plain(trial, sample, measures),
        Some(constant) => {
            let features = sample.features.with_offset(constant)?;
            let planted = sample
                .planted
                .as_ref()
                .map(|separator| separator.with_offset(constant));
            measure_plain(
                trial,
                &Sample {
                    features,
                    labels: sample.labels.clone(),
                    planted,
                },
                measures,
            );
        }
    }
    Ok(())
}

fn measure_plain(trial: &mut Trial, sample: &Sample, measures: &BTreeSet<Measure>) {
    let radius_squared = sample.features.radius_squared();
    trial.examples = sample.labels.len() as u64;
    trial.dimension = sample.features.dimension() as u64;
    trial.radius = radius_squared.value.sqrt();
    trial.radius_squared = Some(radius_squared);
    if let Some(separator) = sample
        .planted
        .as_ref()
        .filter(|_| !sample.labels.is_empty())
    {
        let margins = separator.margins(sample);
        trial.sample_margin = Some(margins.margin);
        trial.sample_margin_squared = margins.margin_squared;
        trial.normalized_margin = Some(margins.normalized_margin);
        trial.normalized_margin_squared = margins.normalized_margin_squared;
    }
    if measures.contains(&Measure::MaxMargin) {
        measure_max_margin(trial, sample);
    }
    dichotomies::measure(trial, sample, measures);
}

/// The fraction is kept only where it is short: the exact margin of a large sample can have thousands of digits.
fn measure_max_margin(trial: &mut Trial, sample: &Sample) {
    const LONGEST: u64 = 256;
    match separability(sample) {
        Separability::Separable(found) => {
            let exact = found
                .squared
                .exact
                .clone()
                .filter(|fraction| fraction.denominator().bits() <= LONGEST);
            trial.max_margin_squared = Some(Quantity {
                exact,
                ..found.squared
            });
            trial.separable = Some(true);
        }
        Separability::NotSeparable(_) => trial.separable = Some(false),
        Separability::Open { .. } => {}
    }
}

/// The square root of a squared margin, as a float.
pub(super) fn root(squared: &Option<Quantity>) -> Option<f64> {
    squared.as_ref().map(|square| square.value.sqrt())
}
