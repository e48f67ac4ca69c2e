//! Measures whether all examples of a sample lie in one plane, where the perceptron makes half of the mistakes that its bound allows.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use perceptron::margin::lies_in_a_plane;
use perceptron::sample::Sample;

columns! {
    /// Whether all examples lie in one plane through the origin; empty for floats with more than two features.
    IN_A_PLANE: bool = "in_a_plane" in "";
}

/// Measures whether the feature vectors of a sample span at most two dimensions.
pub(super) struct Coplanarity;

impl Measurement for Coplanarity {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        let is_in_a_plane = lies_in_a_plane(&sample.features);
        Some(Box::new(move |record| {
            record.set(columns::IN_A_PLANE, is_in_a_plane);
        }))
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}
