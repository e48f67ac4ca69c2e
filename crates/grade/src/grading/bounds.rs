//! Computes what the theorems need of one sample: its radius, its largest margin, and a direction that attains it.

use super::rule::ROOM;
use super::run::{GradedRun, dot};
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Dense, Features, Sample};

/// Most examples shown of a sample whose margin is searched.
const MOST: usize = 128;

/// Limits of the theorems on a separable sample.
pub(super) struct Bounds {
    /// R², the largest ‖x‖², rounded up.
    pub radius_squared: f64,
    /// The most updates of the rule, (R² + 2θ/η)/γ², rounded up.
    pub most_updates: f64,
    /// A direction u that separates, of any length.
    pub direction: Vec<f64>,
    /// The least y⟨u, x⟩, rounded down.
    pub advance: f64,
}

impl Bounds {
    /// Computes the limits for the examples as the rule sees them; `None` if they are not separable, or too many.
    pub(super) fn of(run: &GradedRun) -> Option<Self> {
        if run.exercise.len() > MOST || run.exercise.is_empty() {
            return None;
        }
        let mut sample = run.exercise.sample()?;
        if run.graded.normalizes() {
            let rows = run.seen.iter().flatten().copied().collect();
            sample = Sample {
                features: Features::Dense(Dense::new(run.exercise.dimension, rows)),
                ..sample
            };
        }
        let Separability::Separable(found) = separability(&sample) else {
            return None;
        };
        let radius_squared = sample.features.radius_squared().upper;
        let slack = 2.0 * run.graded.threshold().unwrap_or(0.0) / run.graded.step();
        let direction = found.separator.to_floats();
        let labels = run.exercise.shown.iter().map(|(_, label)| label.value());
        let advances = run
            .seen
            .iter()
            .zip(labels)
            .map(|(x, y)| y * dot(&direction, x));
        Some(Self {
            radius_squared,
            most_updates: (radius_squared + slack) / found.squared.lower * (1.0 + ROOM),
            advance: advances.fold(f64::INFINITY, f64::min),
            direction,
        })
    }
}
