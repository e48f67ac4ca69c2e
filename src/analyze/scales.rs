//! Says which feature's scale costs margin, by computing the bound after a feature, or all of them, is brought to unit spread.

use super::AnalysisProgress;
use super::frames::{Frame, viewed_sample};
use perceptron::margin::{Separability, enclosure, separability};
use perceptron::sample::{Dense, FeatureStore, Features, Integers, Sample};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// How rescaling features changes the mistake bound (R/γ)² with an offset.
#[derive(Debug, Clone, Serialize)]
pub struct Scales {
    /// (R/γ)² with the features as they are in the file.
    pub bound: f64,
    /// Results of bringing a single feature close to standard deviation 1, the most helpful feature first.
    pub features: Vec<Rescaled>,
    /// Result of subtracting the mean of every feature and dividing by its standard deviation.
    pub standardized: Option<Standardized>,
}

/// Result of rescaling one feature of the examples and leaving the others unchanged.
#[derive(Debug, Clone, Serialize)]
pub struct Rescaled {
    /// Name of the feature.
    pub feature: String,
    /// Standard deviation of the feature before rescaling.
    pub deviation: f64,
    /// Exponent of the power of two by which the feature is multiplied, so that its standard deviation is closest to 1.
    pub power: i32,
    /// The bound (R/γ)² after the feature is rescaled.
    pub bound: f64,
}

/// Radius, margin and bound after every feature is scaled to mean 0 and standard deviation 1.
#[derive(Debug, Clone, Serialize)]
pub struct Standardized {
    /// R, the largest norm of an example, including the constant feature.
    pub radius: f64,
    /// γ*, the largest margin of any hyperplane, with the constant feature.
    pub margin: f64,
    /// The mistake bound (R/γ*)².
    pub bound: f64,
}

/// Mean and standard deviation of every feature over the examples, in floats.
pub(super) fn moments(rows: &Dense, examples: usize) -> Vec<(f64, f64)> {
    let count = examples.max(1) as f64;
    let mut moments = vec![(0.0, 0.0); rows.dimension()];
    for example in 0..examples {
        let entries = rows.row(example).iter().zip(&mut moments);
        entries.for_each(|(x, moment)| moment.0 += x / count);
    }
    for example in 0..examples {
        let entries = rows.row(example).iter().zip(&mut moments);
        entries.for_each(|(x, moment)| moment.1 += (x - moment.0).powi(2) / count);
    }
    moments
        .into_iter()
        .map(|(mean, square)| (mean, square.sqrt()))
        .collect()
}

/// Standardizes the examples, as doubles: features get mean 0 and standard deviation 1; a constant feature becomes 0.
pub(super) fn standardized(sample: &Sample) -> Sample {
    let rows = sample.features.to_dense();
    let moments = moments(&rows, sample.labels.len());
    mapped(sample, &rows, |index, x| {
        let (mean, deviation) = moments[index];
        if deviation > 0.0 {
            (x - mean) / deviation
        } else {
            0.0
        }
    })
}

fn mapped(sample: &Sample, rows: &Dense, of: impl Fn(usize, f64) -> f64) -> Sample {
    let dimension = rows.dimension();
    let values = (0..sample.labels.len()).flat_map(|example| {
        let row = rows.row(example).iter().enumerate();
        row.map(|(index, &x)| of(index, x)).collect::<Vec<_>>()
    });
    Sample {
        features: Features::Dense(Dense::new(dimension, values.collect())),
        labels: sample.labels.clone(),
        planted: None,
    }
}

/// R, γ* and (R/γ*)² of a sample with an offset, by a search in floats if that suffices; `None` if the margin is not found.
fn measured(sample: &Sample) -> Option<Standardized> {
    let seen = viewed_sample(sample, Frame::Offset)?;
    let exactly = || match separability(&seen) {
        Separability::Separable(found) => Some(found.squared),
        _ => None,
    };
    let squared = enclosure(&seen).or_else(exactly)?;
    let radius_squared = seen.features.radius_squared();
    Some(Standardized {
        radius: radius_squared.value.sqrt(),
        margin: squared.value.sqrt(),
        bound: radius_squared.over(&squared).value,
    })
}

/// The sample with one feature multiplied by a power of two, which keeps decimals short; in doubles if the integers would leave 64 bits.
fn scaled(sample: &Sample, feature: usize, power: i32) -> Sample {
    let exact = match &sample.features {
        Features::Integers(store) => shifted(store, feature, power),
        _ => None,
    };
    match exact {
        Some(store) => Sample {
            features: Features::Integers(store),
            labels: sample.labels.clone(),
            planted: None,
        },
        None => mapped(sample, &sample.features.to_dense(), |index, x| {
            if index == feature {
                libm::scalbn(x, power)
            } else {
                x
            }
        }),
    }
}

/// Multiplies one feature by 2^`power`: its integers, or those of all other features and the common denominator; `None` if they overflow.
fn shifted(store: &Integers, feature: usize, power: i32) -> Option<Integers> {
    let factor = 1_i64
        .checked_shl(power.unsigned_abs())
        .filter(|factor| *factor > 0)?;
    let rows = (0..store.examples()).flat_map(|example| store.entries(example));
    let values = rows.map(|(index, x)| {
        let is_raised = (index == feature) == (power >= 0);
        x.checked_mul(if is_raised { factor } else { 1 })
    });
    let divisor = if power >= 0 { 1 } else { factor };
    let denominator = store.denominator().checked_mul(divisor)?;
    let values = values.collect::<Option<Vec<i64>>>()?;
    Some(Integers::new(store.dimension(), values, denominator))
}

/// Radius, largest margin and bound of a sample after every feature is scaled to mean 0 and standard deviation 1.
pub(super) fn after_standardizing(sample: &Sample) -> Option<Standardized> {
    measured(&standardized(sample))
}

/// Rescales every feature alone, and all together, and computes the mistake bound of each; `bound` is the one without rescaling.
pub(super) fn measure(
    sample: &Sample,
    names: &[String],
    bound: f64,
    progress: &dyn AnalysisProgress,
) -> Scales {
    progress.stage("scales of features", names.len() as u64);
    let finished = AtomicU64::new(0);
    let moments = moments(&sample.features.to_dense(), sample.labels.len());
    let varying = (0..names.len())
        .into_par_iter()
        .filter(|&feature| moments[feature].1 > 0.0);
    let rescaled = varying.filter_map(|feature| {
        let deviation = moments[feature].1;
        let power = -deviation.log2().round() as i32;
        let found = measured(&scaled(sample, feature, power));
        progress.reached(finished.fetch_add(1, Ordering::Relaxed) + 1);
        Some(Rescaled {
            feature: names[feature].clone(),
            deviation,
            power,
            bound: found?.bound,
        })
    });
    let mut features: Vec<Rescaled> = rescaled.collect();
    features.sort_by(|a, b| a.bound.total_cmp(&b.bound));
    Scales {
        bound,
        features,
        standardized: after_standardizing(sample),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::sample::{Label, Rational};

    fn sample(features: Features) -> Sample {
        Sample {
            features,
            labels: vec![Label::Positive, Label::Negative],
            planted: None,
        }
    }

    #[test]
    fn one_feature_is_multiplied_by_a_power_of_two_exactly() {
        let integers = Features::Integers(Integers::new(2, vec![1, 2, 3, -4], 10));
        let dense = Features::Dense(Dense::new(2, vec![0.1, 0.2, 0.3, -0.4]));
        for (power, due) in [
            (3, Rational::new(8, 5)),
            (-2, Rational::new(1, 20)),
            (0, Rational::new(1, 5)),
        ] {
            let exact = scaled(&sample(integers.clone()), 1, power);
            let row = exact.features.exact_row(0).unwrap_or_default();
            assert_eq!(row, [Rational::new(1, 10), due.clone()], "{power}");
            let floats = scaled(&sample(dense.clone()), 1, power);
            assert_eq!(
                floats.features.row(0).as_ref(),
                [0.1, due.to_f64()],
                "{power}"
            );
        }
        let far = scaled(&sample(integers), 0, 80);
        assert_eq!(far.features.row(0)[0], libm::scalbn(0.1, 80));
    }

    #[test]
    fn standardised_features_have_mean_zero_and_deviation_one() {
        let rows = Features::Dense(Dense::new(2, vec![1.0, 7.0, 3.0, 7.0]));
        let standard = standardized(&sample(rows)).features;
        assert_eq!(standard.row(0).as_ref(), [-1.0, 0.0]);
        assert_eq!(standard.row(1).as_ref(), [1.0, 0.0]);
    }
}
