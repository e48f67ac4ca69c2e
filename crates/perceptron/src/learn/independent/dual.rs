//! Learns in dual form: one coefficient per example, updated with the Gram matrix.

use super::gram::{Coefficients, Gram, float_rows, integer_rows, products};
use super::{LearnerFacts, OtherLearning, Task, online_run};
use crate::documented::{Invalid, documented};
use crate::learn::{Hypothesis, Linear, Offset, Order, RunResult};
use crate::sample::{OutOfRange, Rational, dot};

documented! {
    name = "dual";
    /// The perceptron, or the margin perceptron, in dual form: it keeps one coefficient per example and reads only the inner products.
    ///
    /// # Formula
    /// α = 0; where the rule finds y_i Σ_j α_j⟨x_j, x_i⟩ too small, α_i ← α_i + y_i. In the end w = step·Σ α_i x_i.
    /// # Premise
    /// Rule perceptron or margin-perceptron. The Gram matrix of n examples has n² entries: integers on exact features, else floats. With `most_updates` or
    /// `diagonal`, theorems about the rule do not apply. No theorem is stated of `most_updates`; lambda-trick-mistake-bound
    /// is about `diagonal`, with which every sample is separable in more dimensions.
    /// # Source
    /// Bartlett, Note after Theorem 2.1; docs/theory.md: C-B11, C-B12, E16, control N11. The α-bound and the λ-trick: Khardon and Wachman, JMLR 8 (2007)
    /// 227–248.
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
        /// The largest number of updates on one example (the α-bound); without it there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub most_updates: Option<u64> as "[1, ∞)",
        /// λ, which is added to every ⟨x_i, x_i⟩, as if every example had a feature √λ of its own (the λ-trick): an integer, or a fraction or decimal in
        /// quotes.
        #[serde(skip_serializing_if = "Rational::is_zero")]
        pub diagonal: Rational as "[0, ∞)" = 0,
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
        gram.widen(&self.diagonal, task.labels.len())?;
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
            &mut Coefficients::new(task, self.gram(task)?, self.most_updates, &vector)?,
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
            is_the_rule: is_right && self.most_updates.is_none() && self.diagonal.is_zero(),
            sums_updates: true,
            stays_in_span: is_right,
            separates_all: is_right && self.most_updates.is_none() && !self.diagonal.is_zero(),
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
    fn no_example_is_updated_on_more_often_than_the_bound_allows() {
        let both = "[points]\nexamples = [{ x = [1, 2], y = 1 }, { x = [1, 2], y = -1 }, { x = [3, 1], y = 1 }]";
        let keys = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { passes = 9 }";
        let most = |keys: String| {
            let coefficients = run(&keys, both).coefficients.unwrap_or_default();
            coefficients.iter().map(|a| a.unsigned_abs()).max()
        };
        let bounded = |most| format!("{keys}\nlearner = {{ dual = {{ most_updates = {most} }} }}");
        assert_eq!(most(bounded(1)), Some(1));
        assert_eq!(most(bounded(2)), Some(2));
        assert!(most(format!("{keys}\nlearner = {{ dual = {{}} }}")) > Some(2));
    }

    #[test]
    fn a_diagonal_gives_every_example_a_feature_of_its_own() {
        let rows = ["2, \"3/2\"", "1, 5", "-2, \"-3/2\"", "2, -2"];
        let (labels, keys) = (
            [1, -1, 1, 1],
            "rule = { margin-perceptron = { threshold = 3 } }\norder = \"cyclic\"",
        );
        let points = |own: &str| {
            let examples = rows
                .iter()
                .zip(labels)
                .enumerate()
                .map(|(place, (row, y))| {
                    let further = (0..4).map(|other| if other == place { own } else { "0" });
                    let further: Vec<&str> = further.collect();
                    format!("{{ x = [{row}, {}], y = {y} }}", further.join(", "))
                });
            let examples: Vec<String> = examples.collect();
            format!("[points]\nexamples = [{}]", examples.join(", "))
        };
        let mut runs = Vec::new();
        for (lambda, root) in [("4", "2"), ("\"1/9\"", "\"1/3\"")] {
            for arithmetic in ["exact", "f64"] {
                let keys = format!("{keys}\narithmetic = \"{arithmetic}\"");
                let extended = run(&keys, &points(root));
                let dual = format!("{keys}\nlearner = {{ dual = {{ diagonal = {lambda} }} }}");
                let dual = run(&dual, &points("0"));
                assert_eq!(
                    (dual.updates, dual.counts),
                    (extended.updates.clone(), extended.counts),
                    "{lambda}"
                );
                runs.push(extended.updates);
            }
        }
        assert_ne!(runs[0], runs[2]);
    }

    #[test]
    fn a_corrupted_inner_product_changes_the_updates() {
        let variant = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 99 }";
        let [right, wrong] = ["{}", "{ corrupted = [2, 1] }"]
            .map(|dual| run(&format!("{variant}\nlearner = {{ dual = {dual} }}"), POINTS));
        assert_ne!(right.updates, wrong.updates);
    }
}
