//! Predicts +1, whatever the sample.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;

documented! {
    name = "constant";
    /// Predicts +1 everywhere.
    ///
    /// # Formula
    /// w = (1, …, 1)
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses.
    /// # Source
    /// docs/theory.md, C-B14: the zoo of rules under the minimax lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { constant = {} }
    /// test_ties = "half"
    /// ```
    pub struct Constant {}
}

impl AtomLearner for Constant {
    fn scores(&self, task: &Task) -> Vec<i64> {
        vec![1; task.features.dimension()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    const ATOMS: &str = "[points]\nexamples = [{ x = [0, 1, 0, 0], y = -1 }, { x = [1, 0, 0, 0], y = 1 }, { x = [0, 0, 1, 0], y = 1 }]\nseparator = [1, -1, 1, -1]";

    #[test]
    fn constant_learner_predicts_positive_everywhere() {
        let learned = run("learner = { constant = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![1, 1, 1, 1]);
    }
}
