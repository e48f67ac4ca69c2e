//! Remembers the label of every atom that it saw, and decides nothing on the others.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;

documented! {
    name = "memorizer";
    /// Remembers the last label of every atom it saw, and scores the others 0.
    ///
    /// # Formula
    /// w_i = the last label of atom i, or 0 if it was not seen.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses.
    /// # Source
    /// docs/theory.md, C-B14: the zoo of rules under the minimax lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { memorizer = {} }
    /// test_ties = "half"
    /// ```
    pub struct Memorizer {}
}

impl AtomLearner for Memorizer {
    fn scores(&self, task: &Task) -> Vec<i64> {
        let mut weights = vec![0; task.features.dimension()];
        task.shown()
            .for_each(|example| weights[task.atom(example)] = task.labels[example].sign());
        weights
    }

    fn remembers(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    const ATOMS: &str = "[points]\nexamples = [{ x = [0, 1, 0, 0], y = -1 }, { x = [1, 0, 0, 0], y = 1 }, { x = [0, 0, 1, 0], y = 1 }]\nseparator = [1, -1, 1, -1]";

    #[test]
    fn memorizer_scores_seen_atoms_by_label_and_unseen_ones_zero() {
        let learned = run("learner = { memorizer = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![1, -1, 1, 0]);
    }
}
