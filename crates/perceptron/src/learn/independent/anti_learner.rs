//! Holds a learner that predicts the opposite of what it saw.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;

documented! {
    name = "anti-learner";
    /// Predicts the opposite of the last label on every atom it saw, and scores the others 0.
    ///
    /// # Formula
    /// w_i = −(the last label of atom i), or 0 if it was not seen.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses. Its average risk on the minimax family is 1 − A(n, d).
    /// # Source
    /// docs/theory.md, C-B14: a rule far above the minimax lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { anti-learner = {} }
    /// test_ties = "half"
    /// ```
    pub struct AntiLearner {}
}

impl AtomLearner for AntiLearner {
    fn scores(&self, task: &Task) -> Vec<i64> {
        let mut weights = vec![0; task.features.dimension()];
        task.shown()
            .for_each(|example| weights[task.atom(example)] = -task.labels[example].sign());
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    const ATOMS: &str = "[points]\nexamples = [{ x = [0, 1, 0, 0], y = -1 }, { x = [1, 0, 0, 0], y = 1 }, { x = [0, 0, 1, 0], y = 1 }]\nseparator = [1, -1, 1, -1]";

    #[test]
    fn anti_learner_predicts_the_opposite_of_seen_labels() {
        let learned = run("learner = { anti-learner = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![-1, 1, -1, 0]);
    }
}
