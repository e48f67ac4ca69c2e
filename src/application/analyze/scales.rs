//! Says which feature's scale costs margin: what the bound becomes when a feature, or all of them, is brought to unit spread.

use super::frames::{Frame, Searched};
use perceptron::margin::Separability;
use perceptron::sample::{Dense, Features, Sample};
use serde::Serialize;

/// What rescaling does to (R/γ)² with an offset.
#[derive(Debug, Clone, Serialize)]
pub struct Scales {
    /// (R/γ)² as the features are.
    pub bound: f64,
    /// After dividing one feature by its standard deviation, the one that helps most first.
    pub features: Vec<Rescaled>,
    /// After subtracting the mean of every feature and dividing by its standard deviation.
    pub standardized: Option<Standardized>,
}

/// One feature rescaled.
#[derive(Debug, Clone, Serialize)]
pub struct Rescaled {
    /// Its name.
    pub feature: String,
    /// Its standard deviation.
    pub deviation: f64,
    /// (R/γ)² when it is divided by it.
    pub bound: f64,
}

/// All features rescaled.
#[derive(Debug, Clone, Serialize)]
pub struct Standardized {
    /// R with the constant feature.
    pub radius: f64,
    /// γ* with the constant feature.
    pub margin: f64,
    /// (R/γ*)².
    pub bound: f64,
}

/// Mean and standard deviation of every feature, in floats.
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

/// The examples with features of mean 0 and standard deviation 1, as doubles; a constant feature becomes 0.
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

/// R, γ* and (R/γ*)² with an offset; `None` where the margin is not found.
fn measured(sample: &Sample) -> Option<Standardized> {
    let searched = Searched::new(sample, Frame::Offset)?;
    let Separability::Separable(found) = &searched.answer else {
        return None;
    };
    let radius_squared = searched.sample.features.radius_squared();
    Some(Standardized {
        radius: radius_squared.value.sqrt(),
        margin: found.squared.value.sqrt(),
        bound: radius_squared.over(&found.squared).value,
    })
}

/// The margin after standardising alone.
pub(super) fn after_standardizing(sample: &Sample) -> Option<Standardized> {
    measured(&standardized(sample))
}

/// Rescales every feature alone, and all together.
pub(super) fn measure(sample: &Sample, names: &[String], bound: f64) -> Scales {
    let rows = sample.features.to_dense();
    let moments = moments(&rows, sample.labels.len());
    let varying = moments
        .iter()
        .enumerate()
        .filter(|(_, moment)| moment.1 > 0.0);
    let rescaled = varying.filter_map(|(feature, &(_, deviation))| {
        let divided = mapped(sample, &rows, |index, x| {
            if index == feature { x / deviation } else { x }
        });
        Some(Rescaled {
            feature: names[feature].clone(),
            deviation,
            bound: measured(&divided)?.bound,
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
