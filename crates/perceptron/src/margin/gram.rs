//! Encloses the largest margin of examples that are known only by their inner products.

use super::nearest::nearest;
use crate::sample::{Dense, Label, Quantity};

/// A pivot of the Cholesky factorization below this fraction of the largest entry of the Gram matrix counts as zero.
const DEPENDENT: f64 = 1e-13;

/// The square of the largest margin γ* of examples with this Gram matrix (inner products, row by row); `None` unless γ* is proved to be positive.
///
/// # Formula
/// For weights λ ≥ 0 with Σ λ = 1 and s_i = Σ_j y_i y_j G_ij λ_j: the point p = Σ λ_i y_i φ_i has ‖p‖² = Σ λ_i s_i ≥ γ*². As a direction, it
/// separates with margin min s_i/‖p‖ ≤ γ*. Any λ proves both. The search for λ is in floats, and every sum is off by at most (N + 8)·ε·max G.
/// # Source
/// As for [`super::separability`]; the matrix is taken as it is, because it is what the learner computes with.
pub fn of_gram(gram: &[f64], labels: &[Label]) -> Option<Quantity> {
    let examples = labels.len();
    let entry = |i: usize, j: usize| labels[i].value() * labels[j].value() * gram[i * examples + j];
    let largest = gram.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if examples == 0 || !largest.is_finite() || largest == 0.0 {
        return None;
    }
    let found = nearest(&factor(examples, largest, entry), examples);
    let total: f64 = found.weights.iter().sum();
    let score = |i: usize| {
        let shares = found.support.iter().zip(&found.weights);
        shares.map(|(&j, w)| entry(i, j) * w).sum::<f64>() / total
    };
    let error = (examples as f64 + 8.0) * f64::EPSILON * largest;
    let least = (0..examples).map(score).fold(f64::INFINITY, f64::min) - error;
    let shares = found.support.iter().zip(&found.weights);
    let upper = shares.map(|(&i, w)| score(i) * w).sum::<f64>() / total + 2.0 * error;
    let lower = (least * least / upper).next_down();
    (least > 0.0 && lower > 0.0).then(|| Quantity {
        value: lower + (upper - lower) / 2.0,
        lower,
        upper: upper.next_up(),
        exact: None,
    })
}

/// Vectors, one row per example, with the inner products G_ij = `entry(i, j)`, scaled to entries of at most one: the matrix L of L Lᵀ = G/max G,
/// computed column by column; a column without a pivot is zero.
fn factor(examples: usize, largest: f64, entry: impl Fn(usize, usize) -> f64) -> Dense {
    let mut rows = vec![vec![0.0; examples]; examples];
    for j in 0..examples {
        let head = rows[j][..j].to_vec();
        let pivot = entry(j, j) / largest - head.iter().map(|x| x * x).sum::<f64>();
        if pivot <= DEPENDENT {
            continue;
        }
        let root = pivot.sqrt();
        for (i, row) in rows.iter_mut().enumerate().skip(j) {
            let known: f64 = row[..j].iter().zip(&head).map(|(a, b)| a * b).sum();
            row[j] = (entry(i, j) / largest - known) / root;
        }
    }
    Dense::new(examples, rows.concat())
}

#[cfg(test)]
mod tests {
    use super::super::{Separability, separability};
    use super::*;
    use crate::sample::{Features, Integers, Sample};

    fn enclosed(dimension: usize, rows: &[i64], signs: &[i64]) -> (Option<Quantity>, Separability) {
        let labels: Vec<Label> = signs.iter().map(|&y| Label::of_sign(y > 0)).collect();
        let vectors: Vec<&[i64]> = rows.chunks(dimension).collect();
        let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(x, z)| x * z).sum::<i64>() as f64;
        let gram: Vec<f64> = vectors
            .iter()
            .flat_map(|a| vectors.iter().map(|b| dot(a, b)))
            .collect();
        let features = Features::Integers(Integers::new(dimension, rows.to_vec(), 1));
        let found = of_gram(&gram, &labels);
        let planted = None;
        let sample = Sample {
            features,
            labels,
            planted,
        };
        (found, separability(&sample))
    }

    #[test]
    fn inner_products_alone_give_the_margin_that_the_vectors_have() {
        let cases: [(usize, &[i64], &[i64]); 3] = [
            (2, &[1, 0, 0, 1], &[1, -1]),
            (3, &[1, 2, 3, -1, 0, 4, 2, 2, -5, 0, 1, 1], &[1, 1, -1, 1]),
            (1, &[2, 3, -4], &[1, 1, -1]),
        ];
        for (dimension, rows, labels) in cases {
            let (found, known) = enclosed(dimension, rows, labels);
            let Separability::Separable(known) = known else {
                panic!("{rows:?} are separable")
            };
            let found = found.expect("a margin");
            let exact = known.squared.exact.expect("a fraction").to_f64();
            assert!(
                found.lower <= exact && exact <= found.upper,
                "{found:?} {exact}"
            );
            assert!(found.upper - found.lower < 1e-9 * exact, "{found:?}");
        }
    }

    #[test]
    fn examples_that_no_direction_separates_have_no_margin() {
        let (found, known) = enclosed(2, &[1, 1, -1, -1, 1, -1, -1, 1], &[1, 1, -1, -1]);
        assert!(found.is_none() && matches!(known, Separability::NotSeparable(_)));
        assert_eq!(of_gram(&[], &[]), None);
    }
}
