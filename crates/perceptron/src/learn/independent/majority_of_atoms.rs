//! Minimizes the empirical risk on atoms with one majority vote per atom.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;

documented! {
    name = "majority-of-atoms";
    /// Predicts on every atom the majority of its labels: with all labelings realizable, this minimizes the empirical risk exactly.
    ///
    /// # Formula
    /// w_i = Σ y over the examples on atom i. A tied vote scores 0; `test_ties = "half"` scores it as the fair coin of the closed form.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses.
    /// # Source
    /// Urner, agnostic sample size; docs/theory.md: C-U5, R9.
    /// # Examples
    /// ```toml
    /// learner   = { majority-of-atoms = {} }
    /// test_ties = "half"
    /// ```
    pub struct MajorityOfAtoms {}
}

impl AtomLearner for MajorityOfAtoms {
    fn scores(&self, task: &Task) -> Vec<i64> {
        let mut weights = vec![0; task.features.dimension()];
        task.shown()
            .for_each(|example| weights[task.atom(example)] += task.labels[example].sign());
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    #[test]
    fn every_atom_is_decided_by_its_own_votes() {
        let votes = [(0, 1), (1, -1), (0, 1), (0, -1), (2, 1), (2, -1)].map(|(atom, y)| {
            let x: Vec<i64> = (0..4).map(|i| i64::from(i == atom)).collect();
            format!("{{ x = {x:?}, y = {y} }}")
        });
        let learned = run(
            "learner = { majority-of-atoms = {} }",
            &format!("[points]\nexamples = [{}]", votes.join(", ")),
        );
        assert_eq!(integers(&learned), vec![1, -1, 0, 0]);
    }
}
