//! Predicts the label of the nearest example.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;

documented! {
    name = "nearest-neighbour";
    /// Predicts the label of the nearest example, the first of several equally near.
    ///
    /// # Formula
    /// w_i = the label of the first example on atom i; if no example is on it, all examples are at the distance √2, and it is the label of the first.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses.
    /// # Source
    /// docs/theory.md, C-B14: the zoo of rules under the minimax lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { nearest-neighbour = {} }
    /// test_ties = "half"
    /// ```
    pub struct NearestNeighbour {}
}

impl AtomLearner for NearestNeighbour {
    fn scores(&self, task: &Task) -> Vec<i64> {
        let seen = |atom: usize| task.shown().find(|&example| task.atom(example) == atom);
        let nearest = |atom: usize| seen(atom).or_else(|| task.shown().next());
        let label = |atom: usize| nearest(atom).map_or(0, |example| task.labels[example].sign());
        (0..task.features.dimension()).map(label).collect()
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
    fn an_unseen_atom_takes_the_label_of_the_first_example() {
        let learned = run("learner = { nearest-neighbour = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![1, -1, 1, -1]);
    }
}
