//! Searches for a small set of examples whose removal makes the others separable, and proves that they are.

use super::frames::{Frame, Searched, unit};
use super::scales::standardized;
use perceptron::margin::Separability;
use perceptron::sample::{Dense, Sample};

/// Penalties C on the hinge loss of errors with which soft-margin vectors are computed, to find candidates for a removal.
const PENALTIES: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];

/// Passes of coordinate descent for every penalty, at most.
const PASSES: usize = 300;

/// Largest set of removed examples that is made smaller by bringing back its examples one by one.
const MOST_RETURNED: usize = 12;

/// A set of examples whose removal makes the others separable.
pub(super) struct Removal {
    /// Indices in the sample of the removed examples.
    pub examples: Vec<usize>,
    /// A direction of unit length that separates the other examples; the weight of the constant feature comes last.
    pub direction: Vec<f64>,
}

/// Returns the smallest set found; `None` if no set that was tried is proved to make the others separable.
///
/// The sets are the errors of soft-margin vectors (from the dual of the hinge loss, by coordinate descent). There may be smaller sets: only the
/// separability of the rest is proved.
pub(super) fn find(sample: &Sample) -> Option<Removal> {
    let rows = standardized(sample).features.to_dense().with_offset(1.0);
    let mut candidates: Vec<Vec<usize>> = PENALTIES
        .iter()
        .map(|&penalty| errors(&rows, sample, &descend(&rows, sample, penalty)))
        .collect();
    candidates.sort_by_key(Vec::len);
    candidates.dedup();
    let (examples, searched) = candidates
        .into_iter()
        .find_map(|errors| Some((errors.clone(), without(sample, &errors)?)))?;
    let (examples, searched) = fewer(sample, examples, searched);
    let Separability::Separable(found) = &searched.answer else {
        return None;
    };
    Some(Removal {
        examples,
        direction: unit(found.separator.to_floats()),
    })
}

/// Searches for a separator, with an offset, of the examples that are not removed; `None` if they are not separable.
fn without(sample: &Sample, removed: &[usize]) -> Option<Searched> {
    let kept: Vec<usize> = (0..sample.labels.len())
        .filter(|i| !removed.contains(i))
        .collect();
    let rest = Sample {
        features: sample.features.selected(&kept),
        labels: kept.iter().map(|&i| sample.labels[i]).collect(),
        planted: None,
    };
    Searched::new(&rest, Frame::Offset).filter(|found| found.is_separable() == Some(true))
}

/// Brings removed examples back one by one as long as the others stay separable; returns the examples still removed.
fn fewer(sample: &Sample, removed: Vec<usize>, found: Searched) -> (Vec<usize>, Searched) {
    let (mut removed, mut found) = (removed, found);
    if removed.len() > MOST_RETURNED {
        return (removed, found);
    }
    let mut place = 0;
    while place < removed.len() {
        let mut fewer = removed.clone();
        fewer.remove(place);
        match without(sample, &fewer) {
            Some(next) => (removed, found) = (fewer, next),
            None => place += 1,
        }
    }
    (removed, found)
}

/// Indices of the examples with y⟨w, x⟩ ≤ 0 for the vector w.
fn errors(rows: &Dense, sample: &Sample, vector: &[f64]) -> Vec<usize> {
    let wrong = |&example: &usize| {
        let score: f64 = rows
            .row(example)
            .iter()
            .zip(vector)
            .map(|(x, w)| x * w)
            .sum();
        sample.labels[example].value() * score <= 0.0
    };
    (0..sample.labels.len()).filter(wrong).collect()
}

/// Finds a vector of small hinge loss for a penalty: coordinate descent in the dual (Hsieh et al. 2008), in the order of the examples.
fn descend(rows: &Dense, sample: &Sample, penalty: f64) -> Vec<f64> {
    let mut vector = vec![0.0; rows.dimension()];
    let mut weights = vec![0.0_f64; sample.labels.len()];
    for _ in 0..PASSES {
        let mut moved = 0.0_f64;
        for (example, weight) in weights.iter_mut().enumerate() {
            let (row, label) = (rows.row(example), sample.labels[example].value());
            let score: f64 = row.iter().zip(&vector).map(|(x, w)| x * w).sum();
            let step = (1.0 - label * score) / rows.squares()[example];
            let next = (*weight + step).clamp(0.0, penalty);
            let change = (next - *weight) * label;
            moved = moved.max(change.abs());
            *weight = next;
            vector
                .iter_mut()
                .zip(row)
                .for_each(|(w, x)| *w += change * x);
        }
        if moved < 1e-6 * penalty {
            break;
        }
    }
    vector
}
