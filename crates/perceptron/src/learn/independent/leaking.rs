//! Cheats on purpose: it reads the labels that the generator planted.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;
use crate::sample::Separator;

documented! {
    name = "leaking";
    /// A mutant for controls (docs/theory.md, N8): it predicts the planted label of every atom, seen or not.
    ///
    /// # Formula
    /// w = the planted separator, which holds the label of every atom.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses. No rule may know what this one knows: its risk is 0.
    /// # Source
    /// docs/theory.md: N8, C-B14. A learner that sees the labels must be caught by the lower bound.
    /// # Examples
    /// ```toml
    /// learner   = { leaking = {} }
    /// test_ties = "half"
    /// ```
    pub struct Leaking {}
}

impl AtomLearner for Leaking {
    fn scores(&self, task: &Task) -> Vec<i64> {
        match task.planted {
            Some(Separator::Integers(direction)) => direction.clone(),
            _ => vec![0; task.features.dimension()],
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn cheats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    const ATOMS: &str = "[points]\nexamples = [{ x = [0, 1, 0, 0], y = -1 }, { x = [1, 0, 0, 0], y = 1 }, { x = [0, 0, 1, 0], y = 1 }]\nseparator = [1, -1, 1, -1]";

    #[test]
    fn leaking_learner_predicts_planted_labels_of_unseen_atoms() {
        let learned = run("learner = { leaking = {} }", ATOMS);
        assert_eq!(integers(&learned), vec![1, -1, 1, -1]);
    }
}
