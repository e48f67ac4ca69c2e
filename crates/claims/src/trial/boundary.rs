//! Measures distances to the boundary of the last vector by nearest points, and what a formula for them needs.

use super::training::Trained;
use super::{Record, columns};
use perceptron::margin::squared_distances;
use perceptron::sample::{Rational, Sample};

/// Fills the columns for an exact vector on examples of which nothing but a constant feature was changed.
pub(super) fn measure(record: &mut Record, sample: &Sample, trained: &Trained) {
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
