//! Finds the examples that carry the margin, and computes the margin of every example.

use super::frames::Searched;
use perceptron::intake::Intake;
use perceptron::margin::Separability;
use serde::Serialize;

/// An example that carries the maximum margin: it has positive weight in the point nearest to the origin of the convex hull of all y·x.
#[derive(Debug, Clone, Serialize)]
pub struct Carrier {
    /// Line of the example in the data file.
    pub line: u64,
    /// Label of the example.
    pub label: i64,
    /// The example's weight in the nearest point of the hull, as a fraction of all weights: λ_i/Σ λ.
    pub share: f64,
    /// The example's margin y⟨u, x⟩/‖u‖ under the separator u with the largest margin.
    pub margin: f64,
}

/// Label and margin of every example under a direction of unit length.
pub(super) fn margins(searched: &Searched, direction: &[f64]) -> Vec<(i64, f64)> {
    let sample = &searched.sample;
    let margin = |example: usize| {
        let label = sample.labels[example];
        let row = sample.features.row(example);
        let score: f64 = row.iter().zip(direction).map(|(x, u)| x * u).sum();
        (label.sign(), label.value() * score)
    };
    (0..sample.labels.len()).map(margin).collect()
}

/// Examples with positive weight in the point of the hull (of all y·x) nearest to the origin, the heaviest first.
pub(super) fn carriers(
    searched: &Searched,
    intake: &Intake,
    margins: &[(i64, f64)],
) -> Vec<Carrier> {
    let Separability::Separable(found) = &searched.answer else {
        return Vec::new();
    };
    let weights = found
        .hull
        .iter()
        .map(|(example, weight)| (*example, weight.to_f64()));
    let total: f64 = weights.clone().map(|(_, weight)| weight).sum();
    let carrier = |(example, weight): (usize, f64)| Carrier {
        line: intake.lines[example],
        label: margins[example].0,
        share: weight / total,
        margin: margins[example].1,
    };
    let mut carriers: Vec<Carrier> = weights.map(carrier).collect();
    carriers.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.line.cmp(&b.line)));
    carriers
}
