//! Learns the opposite of what it saw.

use super::{OtherLearning, Requirement, Task};
use crate::documented::documented;
use crate::learn::Learned;
use crate::sample::OutOfRange;

documented! {
    name = "anti-learner";
    /// Predicts the opposite of the last label on every atom it saw, and scores the others 0.
    ///
    /// # Formula
    /// w_i = −(the last label of atom i), or 0 if it was not seen.
    /// # Premise
    /// Examples are basis vectors drawn by a law with known masses. Its average risk on the minimax family is 1 − A(n, d).
    /// # Source
    /// Theory C-B14: a rule far above the minimax lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { anti-learner = {} }
    /// test_ties = "half"
    /// ```
    pub struct AntiLearner {}
}

impl OtherLearning for AntiLearner {
    fn learn(&self, task: &Task) -> Result<Learned, OutOfRange> {
        let mut weights = vec![0; task.features.dimension()];
        task.shown().for_each(|example| weights[task.atom(example)] = -task.labels[example].sign());
        Ok(task.integers(weights))
    }

    fn requirement(&self) -> Requirement {
        Requirement::Atoms
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    const ATOMS: &str = "[points]\nexamples = [{ x = [0, 1, 0, 0], y = -1 }, { x = [1, 0, 0, 0], y = 1 }, { x = [0, 0, 1, 0], y = 1 }]\nseparator = [1, -1, 1, -1]";

    #[test]
    fn what_was_seen_is_contradicted() {
        let learned = run("learner = { anti-learner = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![-1, 1, -1, 0]);
    }
}
