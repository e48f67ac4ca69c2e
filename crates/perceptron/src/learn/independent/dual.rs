//! Learns in dual form: one coefficient per example, updated with the Gram matrix.

use super::gram::{Coefficients, Gram, float_rows, integer_rows, products};
use super::{LearnerFacts, OtherLearning, Task, online_run};
use crate::documented::{Invalid, documented};
use crate::learn::{Hypothesis, Linear, Offset, Order, RunResult};
use crate::sample::{OutOfRange, dot};

documented! {
    name = "dual";
    /// The perceptron, or the margin perceptron, in dual form: it keeps one coefficient per example and reads only the inner products.
    ///
    /// # Formula
    /// α = 0; where the rule finds y_i Σ_j α_j⟨x_j, x_i⟩ too small, α_i ← α_i + y_i. In the end w = step·Σ α_i x_i.
    /// # Premise
    /// Rule perceptron or margin-perceptron. The Gram matrix of n examples has n² entries: integers on exact features, else floats.
    /// # Source
    /// Bartlett, Note after Theorem 2.1; docs/theory.md: C-B11, C-B12, E16, control N11.
    /// # Examples
    /// ```toml
    /// rule    = { perceptron = {} }
    /// order   = "cyclic"
    /// learner = { dual = {} }
    /// ```
    pub struct Dual {
        /// A mutant for controls: [i, j] flips the sign of the inner product that the score of example i reads for example j.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub corrupted: Option<[usize; 2]>,
    }
}

impl Dual {
    fn gram(&self, task: &Task) -> Result<Gram, OutOfRange> {
        let mut gram = match integer_rows(task) {
            Some(rows) => Gram::Exact(products(&rows)?, task.features.unit().square()),
            None => {
                let rows = float_rows(task);
                Gram::Floats(
                    rows.iter()
                        .flat_map(|a| rows.iter().map(move |b| dot(a, b)))
                        .collect(),
                )
            }
        };
        if let Some([i, j]) = self.corrupted {
            // Only one entry changes, so that no vectors have this Gram matrix.
            gram.corrupt(i * task.labels.len() + j);
        }
        Ok(gram)
    }
}

/// Returns the weight vector w = step·Σ α_i x_i that belongs to the coefficients α.
fn recovered(task: &Task, alpha: &[i64]) -> Option<Hypothesis> {
    let step = task.rule.step().to_f64();
    let integers = integer_rows(task).and_then(|rows| {
        let sum = |j: usize| {
            alpha
                .iter()
                .zip(&rows)
                .map(|(&a, x)| i128::from(a) * i128::from(x[j]))
                .sum::<i128>()
        };
        (0..task.features.dimension())
            .map(|j| i64::try_from(sum(j)).ok())
            .collect::<Option<Vec<i64>>>()
    });
    // If a sum exceeds 64 bits, there is no integer vector, and the floats are computed from the float rows.
    let weights = match &integers {
        Some(integers) => integers
            .iter()
            .map(|&w| step * (w as f64 * task.features.unit().to_f64()))
            .collect(),
        None => {
            let rows = float_rows(task);
            let sum = |j: usize| {
                alpha
                    .iter()
                    .zip(&rows)
                    .map(|(&a, x)| a as f64 * x[j])
                    .sum::<f64>()
            };
            (0..task.features.dimension())
                .map(|j| step * sum(j))
                .collect()
        }
    };
    Some(Hypothesis::Linear(Linear { weights, integers }))
}

impl OtherLearning for Dual {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let vector = |alpha: &[i64]| recovered(task, alpha);
        online_run::run(
            task,
            &mut Coefficients::new(task, self.gram(task)?, &vector)?,
        )
    }

    fn goes_with(&self, _: &Order, _: &Offset, examples: usize) -> Option<Invalid> {
        let outside = self
            .corrupted
            .into_iter()
            .flatten()
            .find(|&index| index >= examples)?;
        Some(Invalid::new(
            "corrupted",
            format!("a sample has {examples} examples, so none has the index {outside}"),
            format!(
                "indices from 0 (the first example) to {} (the last)",
                examples.saturating_sub(1)
            ),
        ))
    }

    fn facts(&self) -> LearnerFacts {
        let is_right = self.corrupted.is_none();
        LearnerFacts {
            rules: &["perceptron", "margin-perceptron"],
            walks: true,
            is_the_rule: is_right,
            sums_updates: true,
            stays_in_span: is_right,
            is_mutant: !is_right,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    const POINTS: &str = "[points]\nexamples = [{ x = [2, 3], y = 1 }, { x = [1, 10], y = 1 }, { x = [1, -10], y = 1 }, { x = [2, -2], y = 1 }]";

    const MIXED: &str = "[points]\nexamples = [{ x = [-2, -3], y = -1 }, { x = [1, 9], y = 1 }, { x = [-1, 10], y = -1 }, { x = [3, \"-3/2\"], y = 1 }]";

    fn the_dual_is_the_primal(variant: &str, points: &str) {
        let (primal, dual) = (
            run(variant, points),
            run(&format!("{variant}\nlearner = {{ dual = {{}} }}"), points),
        );
        assert!(!primal.updates.is_empty(), "{variant}");
        assert_eq!(
            (&primal.updates, primal.counts, primal.reason),
            (&dual.updates, dual.counts, dual.reason),
            "{variant}"
        );
        assert_eq!(primal.hypothesis, dual.hypothesis, "{variant}");
        let sum: u64 = dual
            .coefficients
            .unwrap()
            .iter()
            .map(|a| a.unsigned_abs())
            .sum();
        assert_eq!(sum, primal.counts.updates);
    }

    #[test]
    fn the_dual_makes_the_updates_of_the_primal_and_recovers_its_vector() {
        for rule in [
            "perceptron = {}",
            "margin-perceptron = { threshold = 3, step = \"1/2\" }",
        ] {
            for order in [
                "cyclic",
                "shuffled",
                "random",
                "first-misclassified",
                "random-misclassified",
                "most-violated",
                "least-violated",
            ] {
                for (ties, points) in [("mistake", POINTS), ("mistake", MIXED), ("positive", MIXED)]
                {
                    the_dual_is_the_primal(
                        &format!("rule = {{ {rule} }}\norder = \"{order}\"\nties = \"{ties}\""),
                        points,
                    );
                }
            }
        }
    }

    #[test]
    fn a_corrupted_inner_product_changes_the_updates() {
        let variant = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 99 }";
        let [right, wrong] = ["{}", "{ corrupted = [2, 1] }"]
            .map(|dual| run(&format!("{variant}\nlearner = {{ dual = {dual} }}"), POINTS));
        assert_ne!(right.updates, wrong.updates);
    }
}
