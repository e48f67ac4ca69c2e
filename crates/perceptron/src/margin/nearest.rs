//! Finds the point of a convex hull nearest to the origin, in floats, by Wolfe's active-set method.

use crate::cancellation;
use crate::sample::{Dense, dot};

/// A convex combination of rows (signed examples), close to the point of their convex hull that is nearest to the origin.
#[derive(Clone)]
pub(super) struct Nearest {
    /// Indices of the rows with a positive weight.
    pub support: Vec<usize>,
    /// The weights of the rows of `support`, in the same order; they sum to one up to rounding.
    pub weights: Vec<f64>,
    /// The combination Σ weight · row itself.
    pub point: Vec<f64>,
}

/// Number of float products that the search may spend: about ten seconds.
const WORK: u64 = 20_000_000_000;
/// Number of rows that may join the corral between two passes over all rows.
const BATCH: usize = 8;
/// Gap between ‖p‖² and the lowest score ⟨v, p⟩, relative to ‖p‖², below which rounding hides any progress of the point p.
const FLOOR: f64 = 1e-14;
/// Number of rounds without a smaller gap after which the search stops, because rounding is taken to prevent any progress.
const PATIENCE: usize = 200;
/// If the squared pivot of a row is below this fraction of the diagonal entry, the row counts as affinely dependent on the corral.
const DEPENDENT: f64 = 1e-13;

/// The point of the convex hull of the first `examples` ≥ 1 rows that is nearest to the origin, in floats; entries are at most one in absolute value.
pub(super) fn nearest(rows: &Dense, examples: usize) -> Nearest {
    let mut corral = Corral::at_shortest(rows, examples);
    let mut best = corral.found();
    let (mut gap, mut stalled) = (f64::INFINITY, 0);
    // At least two rounds, because the second is the first that sees the gain of a step.
    let products = (examples * rows.dimension()).max(1) as u64;
    for _ in 0..(WORK / products).max(2) {
        let point = corral.point();
        let scores = lowest_scores(rows, examples, &point);
        let square = dot(&point, &point);
        stalled += 1;
        // Rounding sometimes lets Wolfe's gap rise again, so the best point is kept, not the last.
        if square - scores[0].0 < gap {
            (best, gap, stalled) = (corral.found(), square - scores[0].0, 0);
        }
        // Stop if converged up to rounding, if stuck, or if no row scores lower: floats can do no more.
        if gap <= FLOOR * square || stalled > PATIENCE || !corral.improve(&scores) {
            break;
        }
    }
    best
}

/// The [`BATCH`] lowest scores ⟨v_i, p⟩ of rows v_i with a point p, each with the index i of the row, lowest first.
fn lowest_scores(rows: &Dense, examples: usize, point: &[f64]) -> Vec<(f64, usize)> {
    let mut scores: Vec<(f64, usize)> = (0..examples)
        .map(|i| (dot(rows.row(i), point), i))
        .collect();
    let kept = BATCH.min(examples);
    // Ties go to the lower index, so that a run is reproducible bit by bit.
    scores.select_nth_unstable_by(kept - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    scores.truncate(kept);
    scores.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    scores
}

/// Affinely independent rows with positive weights: the corral of Wolfe's method.
///
/// `factor` is L of L Lᵀ = Q, Q_ij = 1 + ⟨v_i, v_j⟩ over the support: Q u = 1 makes u/Σu the weights of the point
/// nearest the origin in the affine hull.
struct Corral<'a> {
    rows: &'a Dense,
    support: Vec<usize>,
    weights: Vec<f64>,
    factor: Vec<Vec<f64>>,
}

impl<'a> Corral<'a> {
    fn at_shortest(rows: &'a Dense, examples: usize) -> Self {
        let lengths = (0..examples).map(|i| (i, dot(rows.row(i), rows.row(i))));
        let (first, _) = lengths.fold(
            (0, f64::INFINITY),
            |low, next| if next.1 < low.1 { next } else { low },
        );
        let mut corral = Self {
            rows,
            support: vec![],
            weights: vec![],
            factor: vec![],
        };
        // An empty corral rejects nothing, because the pivot is the diagonal entry itself.
        corral.admit(first);
        corral.weights = vec![1.0];
        corral
    }

    fn found(&self) -> Nearest {
        Nearest {
            support: self.support.clone(),
            weights: self.weights.clone(),
            point: self.point(),
        }
    }

    fn point(&self) -> Vec<f64> {
        self.combination(&self.weights)
    }

    fn combination(&self, weights: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.rows.dimension()];
        for (&example, weight) in self.support.iter().zip(weights) {
            sum.iter_mut()
                .zip(self.rows.row(example))
                .for_each(|(s, x)| *s += weight * x);
        }
        sum
    }

    /// Adds the rows of these (score, index) one after the other, if the row v still has ⟨v, p⟩ < ‖p‖² for the current point p; returns whether any
    /// was added.
    fn improve(&mut self, scores: &[(f64, usize)]) -> bool {
        let mut improved = false;
        for &(_, example) in scores {
            // Adding a row moves the point and makes the scores stale, so each is computed again.
            let point = self.point();
            if dot(self.rows.row(example), &point) < dot(&point, &point) && self.admit(example) {
                self.balance();
                improved = true;
            }
        }
        improved
    }

    /// Adds a row to the corral with weight zero; returns false if the row depends affinely on the rows of the corral.
    fn admit(&mut self, example: usize) -> bool {
        let row = self.rows.row(example);
        let products: Vec<f64> = self
            .support
            .iter()
            .map(|&i| 1.0 + dot(self.rows.row(i), row))
            .collect();
        let mut column = self.forward(products);
        let diagonal = 1.0 + dot(row, row);
        let pivot = diagonal - dot(&column, &column);
        // Rounding may let a row that is already there pass the pivot test; with a row twice, Q is singular.
        if pivot <= DEPENDENT * diagonal || self.support.contains(&example) {
            return false;
        }
        column.push(pivot.sqrt());
        self.factor.push(column);
        self.support.push(example);
        self.weights.push(0.0);
        true
    }

    /// Solves L z = b for the triangular factor L of the corral.
    fn forward(&self, mut b: Vec<f64>) -> Vec<f64> {
        for (i, row) in self.factor.iter().enumerate() {
            b[i] = (b[i] - dot(&row[..i], &b[..i])) / row[i];
        }
        b
    }

    /// Solves Lᵀ u = z for the triangular factor L of the corral.
    fn backward(&self, mut z: Vec<f64>) -> Vec<f64> {
        for (i, row) in self.factor.iter().enumerate().rev() {
            z[i] /= row[i];
            let solved = z[i];
            z[..i]
                .iter_mut()
                .zip(row)
                .for_each(|(z, l)| *z -= l * solved);
        }
        z
    }

    /// Weights of the point nearest to the origin in the affine hull of the corral's rows, after one step of refinement; weights may be negative.
    fn affine_weights(&self) -> Vec<f64> {
        let mut u = self.backward(self.forward(vec![1.0; self.support.len()]));
        let (point, total) = (self.combination(&u), u.iter().sum::<f64>());
        // Computed from the rows and not from L, so that it shows the rounding of the factorization.
        let residual = self
            .support
            .iter()
            .map(|&i| 1.0 - total - dot(self.rows.row(i), &point))
            .collect();
        u.iter_mut()
            .zip(self.backward(self.forward(residual)))
            .for_each(|(u, correction)| *u += correction);
        let total: f64 = u.iter().sum();
        u.iter().map(|u| u / total).collect()
    }

    /// Moves towards the point nearest to the origin in the affine hull of the corral, and drops rows on the way until all weights are positive.
    fn balance(&mut self) {
        loop {
            cancellation::check();
            // Every iteration that does not return drops a row, and a single row has weight one, so this ends.
            let target = self.affine_weights();
            if target.iter().all(|&t| t > 0.0) {
                self.weights = target;
                return;
            }
            let ratios = self.weights.iter().zip(&target).map(|(w, t)| {
                if *t <= 0.0 {
                    w / (w - t)
                } else {
                    f64::INFINITY
                }
            });
            let (leaving, step) = ratios.enumerate().fold((0, f64::INFINITY), |low, next| {
                if next.1 < low.1 { next } else { low }
            });
            // Without a finite ratio (0/0, or floats that broke down) the point stays where it is.
            let step = if step.is_finite() { step } else { 0.0 };
            self.weights
                .iter_mut()
                .zip(&target)
                .for_each(|(w, t)| *w = (*w + step * (t - *w)).max(0.0));
            self.leave(leaving);
        }
    }

    /// Drops the row at `position` in the corral: the corresponding row of L is removed, and rotations make L triangular again.
    fn leave(&mut self, position: usize) {
        self.support.remove(position);
        self.weights.remove(position);
        self.factor.remove(position);
        // Later rows now have one entry too many; rotating two columns clears it and keeps L Lᵀ.
        for column in position..self.factor.len() {
            let (a, b) = (self.factor[column][column], self.factor[column][column + 1]);
            let length = (a * a + b * b).sqrt();
            let (cosine, sine) = (a / length, b / length);
            for row in &mut self.factor[column..] {
                let (a, b) = (row[column], row[column + 1]);
                (row[column], row[column + 1]) = (cosine * a + sine * b, cosine * b - sine * a);
            }
            self.factor[column].truncate(column + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    fn of(rows: &[Vec<f64>]) -> Nearest {
        nearest(&Dense::new(rows[0].len(), rows.concat()), rows.len())
    }

    /// Whether the point is the stated convex combination and no row scores below it. This proves that it is the nearest point, however it was found.
    fn is_proved(rows: &[Vec<f64>], found: &Nearest) -> bool {
        let total: f64 = found.weights.iter().sum();
        let combined = |j: usize| {
            let terms = found.support.iter().zip(&found.weights);
            terms.map(|(&i, weight)| weight * rows[i][j]).sum::<f64>()
        };
        let is_combined = (0..rows[0].len()).all(|j| (found.point[j] - combined(j)).abs() < 1e-14);
        let square = dot(&found.point, &found.point);
        let is_lowest = rows
            .iter()
            .all(|row| dot(row, &found.point) >= square * (1.0 - FLOOR));
        let is_convex = (total - 1.0).abs() < 1e-14 && found.weights.iter().all(|&w| w > 0.0);
        is_convex && is_combined && is_lowest
    }

    /// All rotations of the rows.
    fn turned(rows: &[Vec<f64>]) -> impl Iterator<Item = Vec<Vec<f64>>> {
        (0..rows.len()).map(|first| [&rows[first..], &rows[..first]].concat())
    }

    #[test]
    fn hull_weights_of_orthogonal_rows_are_inverse_squared_norms() {
        let rows = [
            vec![1.0, 0.0, 0.0],
            vec![0.0, 0.5, 0.0],
            vec![0.0, 0.0, 0.25],
        ];
        let due: Vec<f64> = [1.0, 2.0, 4.0].map(|x| x / 21.0).to_vec();
        for rows in turned(&rows) {
            let found = of(&rows);
            let is_due = |(x, due): (&f64, &f64)| (x - due).abs() < 1e-15;
            assert!(found.point.iter().zip(&due).all(is_due) && is_proved(&rows, &found));
        }
    }

    #[test]
    fn active_rows_are_removed_if_the_nearest_point_does_not_need_them() {
        // Wolfe's example divided by four: (0, 2) is the shortest row, and the nearest point is (3, 15)/26, between the two others.
        let wolfe = [vec![0.0, 0.5], vec![0.75, 0.0], vec![-0.5, 0.25]];
        // The last three rows are a triangle around its centre (1/4, 0, 0). The first is shorter than each of them and above their plane.
        let triangle = [
            vec![0.5, 0.125, 0.125],
            vec![0.25, 1.0, 0.0],
            vec![0.25, -1.0, 1.0],
            vec![0.25, 0.0, -1.0],
        ];
        let dues = [vec![0.75 / 26.0, 3.75 / 26.0], vec![0.25, 0.0, 0.0]];
        for (rows, due) in [&wolfe[..], &triangle].into_iter().zip(&dues) {
            for rows in turned(rows) {
                let found = of(&rows);
                let is_due = |(x, due): (&f64, &f64)| (x - due).abs() < 1e-15;
                assert!(found.point.iter().zip(due).all(is_due), "{:?}", found.point);
                assert!(is_proved(&rows, &found) && found.support.len() == rows.len() - 1);
            }
        }
    }

    #[test]
    fn nearest_point_of_a_random_cloud_is_proved_to_full_precision() {
        // Refinement gains a digit or two here: without it all of these stop above 2·10⁻¹⁴.
        for (examples, dimension, shift) in [(200, 20, 0.5), (2000, 100, 0.3), (400, 300, 0.1)] {
            let mut stream = Seed::root(21).child(&dimension.to_string()).stream();
            let mut row = |_| {
                let mut x = stream.direction(dimension);
                x[0] = 0.5 * (x[0] + shift);
                x
            };
            let rows: Vec<Vec<f64>> = (0..examples).map(&mut row).collect();
            let found = of(&rows);
            assert!(is_proved(&rows, &found), "{examples} {dimension}");
        }
    }
}
