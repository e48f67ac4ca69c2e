//! Builds unit vectors that all have a chosen score under the perceptron's weight vector, as long as a margin allows.

use crate::sample::{Dense, dot};

/// Where the part of an adversary's example that is orthogonal to the learner's weight vector and to the separator points.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Directions {
    /// It points along a new axis for every example.
    Fresh,
    /// It stays in three dimensions, which all examples share.
    Three,
}

crate::documented::choice!(Directions);

/// How far an adversary's examples score below the threshold at which the learner would make no mistake: far more than rounding errors, far less than
/// the change by one update.
pub(super) const PUSH: f64 = 1e-9;

/// Builds positive unit vectors with margin exactly `margin` with respect to the first axis u, each of which scores `score` under the sum of the
/// earlier vectors. Returns as many as exist, at most `most`.
///
/// # Formula
/// w = (tγ, p) before example t. x = γu + c·p/‖p‖ + f·z with c = (score − tγ²)/‖p‖, z orthogonal to u and p, and f² = 1 − γ² − c², while
/// that is not negative.
pub(super) fn build(margin: f64, score: f64, directions: Directions, most: usize) -> Dense {
    let dimension = if directions == Directions::Three {
        3
    } else {
        most + 1
    };
    let mut across = vec![0.0; dimension - 1];
    let mut values = Vec::new();
    for t in 0..most {
        let Some(rest) = step(&across, margin, score, t, directions) else {
            break;
        };
        across.iter_mut().zip(&rest).for_each(|(w, x)| *w += x);
        values.push(margin);
        values.extend(rest);
    }
    Dense::new(dimension, values)
}

/// The part of example t that is orthogonal to the separator u; `across` is that part of the weight vector. `None` if no unit vector has this margin
/// and this score.
fn step(
    across: &[f64],
    margin: f64,
    score: f64,
    t: usize,
    directions: Directions,
) -> Option<Vec<f64>> {
    let norm = dot(across, across).sqrt();
    let along = if norm > 0.0 {
        (score - t as f64 * margin * margin) / norm
    } else {
        0.0
    };
    let rest_squared = 1.0 - margin * margin - along * along;
    if rest_squared < 0.0 {
        return None;
    }
    let unit = |w: f64| if norm > 0.0 { w / norm } else { 0.0 };
    let mut x: Vec<f64> = across.iter().map(|&w| along * unit(w)).collect();
    let rest = rest_squared.sqrt();
    match directions {
        Directions::Three if norm > 0.0 => {
            x[0] -= rest * unit(across[1]);
            x[1] += rest * unit(across[0]);
        }
        Directions::Three => x[0] = rest,
        Directions::Fresh => x[t] = rest,
    }
    Some(x)
}
