//! Computes what the theorems need of one sample: its radius, its largest margin, and a direction that attains it.

use super::rounding::{ROOM, dot};
use super::run::GradedRun;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Dense, Features, Sample};

/// Largest number of examples shown in a sample for which the maximum margin is computed.
const MOST: usize = 128;

/// Numbers that limit the rule's updates on one separable sample, according to the mistake bound and its proof.
pub(super) struct Bounds {
    /// R², the largest ‖x‖², rounded up.
    pub radius_squared: f64,
    /// 1/γ² for the largest margin γ, rounded up: the least ‖u‖² of a vector u with y⟨u, x⟩ ≥ 1 on every example.
    pub least_norm_squared: f64,
    /// Largest number of updates that the rule can make on the sample, (R² + 2θ/η)/γ², rounded up, with threshold θ and step η of the rule.
    pub most_updates: f64,
    /// A direction u that separates the sample, of any length.
    pub direction: Vec<f64>,
    /// The smallest y⟨u, x⟩ over the sample's examples, in floats: an update increases ⟨w, u⟩ by at least step times this.
    pub advance: f64,
}

impl Bounds {
    /// Computes the limits for the sample of a run, normalized if the rule normalizes; `None` if it is not separable, or has too many examples.
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
            least_norm_squared: (1.0 / found.squared.lower).next_up(),
            most_updates: (radius_squared + slack) / found.squared.lower * (1.0 + ROOM),
            advance: advances.fold(f64::INFINITY, f64::min),
            direction,
        })
    }
}
