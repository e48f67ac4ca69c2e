//! Measures the distances from the examples to the decision boundary of the last or the pocket vector by nearest points, and the terms of a formula
//! for them.

use super::completed_run::{CompletedRun, Trained};
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::margin::squared_distances;
use perceptron::sample::{Rational, Sample};

columns! {
    /// ‖θ‖² of the last vector without the weight θ₀ of the constant feature; empty for floats, and if θ is 0.
    NORMAL_SQUARED: Rational = "normal_squared" as "\\lVert\\theta\\rVert^2" in "norm²";
    /// (c·θ₀)², c the constant feature; 0 without one.
    INTERCEPT_SQUARED: Rational = "intercept_squared" as "b^2" in "norm²";
    /// The least squared distance of an example to the boundary, each from the nearest point that a system of equations gives.
    NEAREST_DISTANCE_SQUARED: Rational = "nearest_distance_squared" in "norm²";
    /// The squared distance of the origin to the boundary, found likewise.
    ORIGIN_DISTANCE_SQUARED: Rational = "origin_distance_squared" in "norm²";
}

/// Measures the distances of the examples and of the origin to the decision boundary ⟨w, x⟩ = 0 of an exact weight vector.
pub(super) struct Boundary;

impl Measurement for Boundary {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let (Some(sample), Some(trained)) = (run.drawn, run.trained()) {
            measure(record, sample, &trained);
        }
    }
}

/// Fills the columns of boundary distances for an exact weight vector, if the learner saw the drawn examples with at most a constant feature
/// appended.
fn measure(record: &mut Record, sample: &Sample, trained: &Trained) {
    let only_appends = trained
        .variant
        .view()
        .is_some_and(|view| view.only_appends());
    let constant = trained.variant.offset.0.clone();
    let Some(mut normal) = trained.vector().filter(|_| only_appends) else {
        return;
    };
    let weight = constant.as_ref().and_then(|_| normal.pop());
    let intercept = match (&constant, &weight) {
        (Some(constant), Some(weight)) => constant * weight,
        _ => Rational::zero(),
    };
    let level = -&intercept;
    let origin = vec![Rational::zero(); normal.len()];
    let examples = (0..sample.labels.len()).map(|example| sample.features.exact_row(example));
    let points = std::iter::once(Some(origin)).chain(examples);
    let Some(points) = points.collect::<Option<Vec<_>>>() else {
        return;
    };
    let Some(mut distances) = squared_distances(&normal, &level, &points) else {
        return;
    };
    let of_origin = distances.swap_remove(0);
    let nearest = distances.into_iter().min();
    let squares = normal.iter().map(Rational::square);
    let normal_squared = squares.fold(Rational::zero(), |sum, square| &sum + &square);
    record.set(columns::NORMAL_SQUARED, normal_squared);
    record.set(columns::INTERCEPT_SQUARED, intercept.square());
    record.set(columns::NEAREST_DISTANCE_SQUARED, nearest);
    record.set(columns::ORIGIN_DISTANCE_SQUARED, of_origin);
}
