//! Measures the shortest vector with all margins at least 1, by trying all sets of active constraints.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use perceptron::margin::shortest_norm_squared;
use perceptron::sample::{Rational, Sample};

columns! {
    /// The least ‖w‖² with y⟨w, x⟩ ≥ 1 on all examples, by trying all sets of active constraints; empty for floats and larger samples.
    SHORTEST_VECTOR_SQUARED: Rational = "shortest_vector_squared" in "1/norm²";
}

/// Measures the squared norm of the shortest weight vector with y⟨w, x⟩ ≥ 1 on every example of a sample.
pub(super) struct ShortestVector;

impl Measurement for ShortestVector {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        let shortest = shortest_norm_squared(sample);
        Some(Box::new(move |record| {
            record.set(columns::SHORTEST_VECTOR_SQUARED, shortest.clone());
        }))
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}
