//! Minimizes ½‖w‖² + C·Σ ℓ(y⟨w, x⟩) for a convex loss ℓ by Newton's method: what the learners with a penalty share.
//!
//! Such a learner is one file: its parameter C, and a [`Loss`]. Runs are in floats, with elementary functions that no platform changes.

use super::{LearnerFacts, Task};
use crate::documented::Invalid;
use crate::learn::{Linear, RunResult, StopReason};
use crate::sample::{OutOfRange, Rational, dot};

/// Most features, because the method keeps a matrix with a row and a column for each.
const MOST_FEATURES: usize = 4096;
/// Most steps of Newton's method; ten to twenty are usual.
const MOST_STEPS: usize = 100;
/// Most halvings of a step.
const MOST_HALVINGS: usize = 60;
/// Part of the decrease that the slope promises which a step must reach (Armijo).
const SUFFICIENT: f64 = 1e-4;
/// Part of the objective by which rounding may hide a decrease.
const ROUNDED: f64 = 1e-13;
/// Largest distance from the minimizer, in multiples of the length of w.
const TOLERANCE: f64 = 1e-6;

/// A convex loss of the margin m = y⟨w, x⟩.
pub(super) trait Loss {
    /// Returns ℓ(m).
    fn value(&self, margin: f64) -> f64;
    /// Returns ℓ′(m), which is 0 or below.
    fn slope(&self, margin: f64) -> f64;
    /// Returns ℓ″(m), or a value between its limits from both sides where it jumps.
    fn curvature(&self, margin: f64) -> f64;
}

/// Refuses a price that is no positive double.
pub(super) fn invalid(c: &Rational) -> Option<Invalid> {
    let near = c.to_f64();
    let problem = || {
        Invalid::new(
            "c",
            format!("as a double the number is {near}"),
            "a number from 1e-300 to 1e300",
        )
    };
    (near == 0.0 || near.is_infinite()).then(problem)
}

/// Returns the minimizer for the examples of the task. The result is `undecided` if rounding hides it, and `out-of-range` with too many features.
pub(super) fn learn(task: &Task, loss: &dyn Loss, c: f64) -> Result<RunResult, OutOfRange> {
    let dimension = task.features.dimension();
    if dimension > MOST_FEATURES {
        return Err(OutOfRange);
    }
    let rows = task.shown().map(|example| {
        let sign = task.labels[example].value();
        let row = task.features.row(example);
        row.iter().map(|x| sign * x).collect()
    });
    let problem = Problem {
        rows: rows.collect(),
        loss,
        c,
    };
    Ok(match problem.minimizer(dimension) {
        Some(weights) => task.linear(Linear {
            weights,
            integers: None,
        }),
        None => task.without_hypothesis(StopReason::Undecided),
    })
}

struct Problem<'a> {
    /// The vectors y·x.
    rows: Vec<Vec<f64>>,
    loss: &'a dyn Loss,
    c: f64,
}

impl Problem<'_> {
    /// The objective grows at least as ½‖w − w*‖² from its minimizer w*, so ‖w − w*‖ is at most the length of the gradient.
    fn minimizer(&self, dimension: usize) -> Option<Vec<f64>> {
        let mut weights = vec![0.0; dimension];
        for _ in 0..MOST_STEPS {
            let margins = self.margins(&weights);
            let gradient = self.gradient(&weights, &margins);
            let (distance, size) = (length(&gradient), length(&weights));
            if distance <= TOLERANCE * size {
                return Some(weights);
            }
            // Rounding may leave a rest of the gradient where the minimizer is zero.
            if size == 0.0 && distance <= self.rounding(&margins) {
                return Some(vec![0.0; dimension]);
            }
            let direction = self.newton(&margins, &gradient)?;
            weights = self.shorter(&weights, &direction, dot(&gradient, &direction))?;
        }
        None
    }

    fn margins(&self, weights: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, weights)).collect()
    }

    fn objective(&self, weights: &[f64]) -> f64 {
        let losses = self.margins(weights).into_iter();
        let sum: f64 = losses.map(|margin| self.loss.value(margin)).sum();
        0.5 * dot(weights, weights) + self.c * sum
    }

    /// w + C·Σ ℓ′(m)·y·x.
    fn gradient(&self, weights: &[f64], margins: &[f64]) -> Vec<f64> {
        let mut gradient = weights.to_vec();
        for (row, &margin) in self.rows.iter().zip(margins) {
            let slope = self.c * self.loss.slope(margin);
            gradient
                .iter_mut()
                .zip(row)
                .for_each(|(g, x)| *g += slope * x);
        }
        gradient
    }

    /// How much rounding may add to the length of the gradient.
    fn rounding(&self, margins: &[f64]) -> f64 {
        let terms = self.rows.iter().zip(margins);
        let sizes = terms.map(|(row, &margin)| -self.loss.slope(margin) * length(row));
        self.rows.len() as f64 * f64::EPSILON * self.c * sizes.sum::<f64>()
    }

    /// Solves (I + C·Σ ℓ″(m)·x xᵀ) v = gradient; `None` if rounding makes the matrix indefinite.
    fn newton(&self, margins: &[f64], gradient: &[f64]) -> Option<Vec<f64>> {
        let mut matrix = Lower::identity(gradient.len());
        for (row, &margin) in self.rows.iter().zip(margins) {
            matrix.add_square(self.c * self.loss.curvature(margin), row);
        }
        Some(matrix.factor()?.solve(gradient))
    }

    /// Halves the step along a direction until the objective decreases enough; `None` if it never does.
    fn shorter(&self, weights: &[f64], direction: &[f64], descent: f64) -> Option<Vec<f64>> {
        let allowed = (1.0 + ROUNDED) * self.objective(weights);
        let steps = (0..MOST_HALVINGS).map(|halvings| 0.5_f64.powi(halvings as i32));
        let mut tried = steps.map(|step| {
            let moved = weights.iter().zip(direction).map(|(w, v)| w - step * v);
            (step, moved.collect::<Vec<_>>())
        });
        tried
            .find(|(step, moved)| self.objective(moved) <= allowed - SUFFICIENT * step * descent)
            .map(|(_, moved)| moved)
    }
}

fn length(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

/// A symmetric matrix by the rows of its lower triangle, and then its Cholesky factor.
struct Lower(Vec<Vec<f64>>);

impl Lower {
    fn identity(size: usize) -> Self {
        let row = |i: usize| (0..=i).map(|j| f64::from(u8::from(i == j))).collect();
        Self((0..size).map(row).collect())
    }

    /// Adds factor·x xᵀ.
    fn add_square(&mut self, factor: f64, x: &[f64]) {
        if factor == 0.0 {
            return;
        }
        for (row, &xi) in self.0.iter_mut().zip(x) {
            let scaled = factor * xi;
            row.iter_mut().zip(x).for_each(|(m, xj)| *m += scaled * xj);
        }
    }

    /// Returns the factor L with L·Lᵀ equal to the matrix; `None` if a pivot is not positive.
    fn factor(mut self) -> Option<Self> {
        for i in 0..self.0.len() {
            for j in 0..=i {
                let rest = self.0[i][j] - dot(&self.0[i][..j], &self.0[j][..j]);
                self.0[i][j] = match i == j {
                    true if rest > 0.0 => rest.sqrt(),
                    true => return None,
                    false => rest / self.0[j][j],
                };
            }
        }
        Some(self)
    }

    /// Solves L·Lᵀ·v = right.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut v = right.to_vec();
        for (i, row) in self.0.iter().enumerate() {
            v[i] = (v[i] - dot(&row[..i], &v[..i])) / row[i];
        }
        for (i, row) in self.0.iter().enumerate().rev() {
            v[i] /= row[i];
            let (before, from) = v.split_at_mut(i);
            before
                .iter_mut()
                .zip(row)
                .for_each(|(v, l)| *v -= l * from[0]);
        }
        v
    }
}

/// What is true of all learners that minimize with a penalty: w = −C·Σ ℓ′(m)·y·x is a sum of multiples of examples.
pub(super) const FACTS: LearnerFacts = LearnerFacts {
    stays_in_span: true,
    runs_in_floats: true,
    ..LearnerFacts::NONE
};

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::run;
    use crate::learn::StopReason;

    /// The weights that a learner returns on the sample of a generator.
    pub(in super::super) fn weights(learner: &str, generator: &str) -> Vec<f64> {
        let hypothesis = run(learner, generator).hypothesis;
        let linear = hypothesis.and_then(|hypothesis| hypothesis.linear().cloned());
        linear.map(|linear| linear.weights).unwrap_or_default()
    }

    const SAMPLE: &str =
        "[label-noise]\ndimension = 6\nexamples = 80\ntarget_margin = 0.1\nrate = 0.1";

    #[test]
    fn a_price_that_rounding_drowns_leaves_the_run_undecided() {
        let huge = "learner = { logistic-regression = { c = \"1e40\" } }";
        let learned = run(huge, SAMPLE);
        assert_eq!(
            (learned.reason, learned.hypothesis),
            (StopReason::Undecided, None)
        );
    }

    #[test]
    fn contradicting_decimals_leave_the_vector_zero_whatever_rounding_does() {
        let rows = ["\"0.1\", \"0.7\"", "\"-0.3\", \"0.2\"", "\"0.9\", \"-1.1\""];
        let both = rows.map(|row| format!("{{ x = [{row}], y = 1 }}, {{ x = [{row}], y = -1 }}"));
        let points = format!("[points]\nexamples = [{}]", both.join(", "));
        for name in ["linear-svm", "logistic-regression"] {
            for c in ["1", "\"1e-9\"", "1000"] {
                let found = weights(&format!("learner = {{ {name} = {{ c = {c} }} }}"), &points);
                assert_eq!(found, [0.0, 0.0], "{name} {c}");
            }
        }
    }

    #[test]
    fn too_many_features_are_out_of_range() {
        let wide = "[basis]\ndimension = 4097\nlabels = \"alternating\"";
        assert_eq!(
            run("learner = { linear-svm = {} }", wide).reason,
            StopReason::OutOfRange
        );
    }

    #[test]
    fn copies_of_the_examples_are_a_larger_price() {
        let points = "{ x = [3, 1], y = 1 }, { x = [1, 2], y = -1 }, { x = [2, -3], y = -1 }";
        for name in ["linear-svm", "logistic-regression"] {
            let learner = |c: u32| format!("learner = {{ {name} = {{ c = {c} }} }}");
            let twice = weights(
                &learner(1),
                &format!("[points]\nexamples = [{points}, {points}]"),
            );
            let dear = weights(&learner(2), &format!("[points]\nexamples = [{points}]"));
            let differ = twice.iter().zip(&dear).map(|(a, b)| (a - b).abs());
            assert!(
                twice.iter().any(|w| *w != 0.0) && differ.fold(0.0, f64::max) < 1e-6,
                "{name}"
            );
        }
    }
}
