//! Measures the geometry of a sample: radius and margins of the planted separator, and the largest margin.

use super::{Record, columns, dichotomies};
use perceptron::margin::{Separability, separability};
use perceptron::sample::{OutOfRange, Quantity, Rational, Sample};

/// Fills the columns of the sample itself, for features with the constant feature of an offset, if there is one.
pub(super) fn measure(
    record: &mut Record,
    sample: &Sample,
    offset: Option<&Rational>,
) -> Result<(), OutOfRange> {
    match offset {
        None => measure_plain(record, sample),
        Some(constant) => {
            let features = sample.features.with_offset(constant)?;
            let planted = sample.planted.as_ref();
            let planted = planted.map(|separator| separator.with_offset(constant));
            let labels = sample.labels.clone();
            measure_plain(
                record,
                &Sample {
                    features,
                    labels,
                    planted,
                },
            );
        }
    }
    Ok(())
}

fn measure_plain(record: &mut Record, sample: &Sample) {
    let radius_squared = sample.features.radius_squared();
    record.set(columns::EXAMPLES, sample.labels.len() as u64);
    record.set(columns::DIMENSION, sample.features.dimension() as u64);
    record.set(columns::RADIUS, radius_squared.value.sqrt());
    record.set(columns::RADIUS_SQUARED, radius_squared);
    if let Some(separator) = sample
        .planted
        .as_ref()
        .filter(|_| !sample.labels.is_empty())
    {
        let margins = separator.margins(sample);
        record.set(columns::SAMPLE_MARGIN, margins.margin);
        record.set(columns::SAMPLE_MARGIN_SQUARED, margins.margin_squared);
        record.set(columns::NORMALIZED_MARGIN, margins.normalized_margin);
        record.set(
            columns::NORMALIZED_MARGIN_SQUARED,
            margins.normalized_margin_squared,
        );
    }
    if record.asks(columns::MAX_MARGIN_SQUARED) {
        measure_max_margin(record, sample);
    }
    dichotomies::measure(record, sample);
}

/// The fraction is kept only where it is short: the exact margin of a large sample can have thousands of digits.
fn measure_max_margin(record: &mut Record, sample: &Sample) {
    const LONGEST: u64 = 256;
    match separability(sample) {
        Separability::Separable(found) => {
            let is_short = |fraction: &Rational| fraction.denominator().bits() <= LONGEST;
            let exact = found.squared.exact.clone().filter(is_short);
            record.set(
                columns::MAX_MARGIN_SQUARED,
                Quantity {
                    exact,
                    ..found.squared
                },
            );
            record.set(columns::SEPARABLE, true);
        }
        Separability::NotSeparable(_) => record.set(columns::SEPARABLE, false),
        Separability::Open { .. } => {}
    }
}
