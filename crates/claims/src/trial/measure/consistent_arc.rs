//! Measures the arc of consistent directions of a sample of the plane, and the largest margin of its examples scaled to norm 1, in closed form.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use perceptron::margin::{consistent_arc, margin_of_arc};
use perceptron::sample::{Quantity, Sample};

columns! {
    /// Length W of the arc of unit vectors that classify a sample of the plane correctly, in closed form with its enclosure: W/π; 0 if nothing separates
    /// it, empty in other dimensions.
    CONSISTENT_ARC: Quantity = "consistent_arc" in "half-turns";
    /// Largest margin of the examples of the plane, each divided by its norm: sin(W/2), in closed form with its enclosure; empty in other dimensions.
    ANGULAR_MARGIN: Quantity = "angular_margin" in "";
}

/// Measures the arc of the directions that are consistent with a sample of the plane.
pub(super) struct ConsistentArc;

impl Measurement for ConsistentArc {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        let arc = consistent_arc(sample)?;
        let margin = margin_of_arc(&arc);
        Some(Box::new(move |record| {
            record.set(columns::CONSISTENT_ARC, arc.clone());
            record.set(columns::ANGULAR_MARGIN, margin.clone());
        }))
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}
