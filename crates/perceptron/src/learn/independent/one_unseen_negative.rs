//! Holds a consistent learner that predicts −1 on one unseen atom only.

use super::Task;
use super::atoms::AtomLearner;
use crate::documented::documented;
use crate::sample::Label;

documented! {
    name = "one-unseen-negative";
    /// Remembers the last label of every atom it saw, and predicts −1 on the first unseen atom and +1 on the other unseen ones.
    ///
    /// # Formula
    /// w_i = the last label of atom i; of the atoms that were not seen, the first has w_i = −1 and the others have w_i = +1. If all labels are +1, it
    /// is consistent and wrong on exactly one atom until it saw all of them.
    /// # Premise
    /// Examples are basis vectors drawn from a distribution with known masses.
    /// # Source
    /// docs/theory.md, X6: the sample size that every consistent learner needs.
    /// # Examples
    /// ```toml
    /// learner = { one-unseen-negative = {} }
    /// ```
    pub struct OneUnseenNegative {}
}

impl AtomLearner for OneUnseenNegative {
    fn scores(&self, task: &Task) -> Vec<i64> {
        let mut labels: Vec<Option<Label>> = vec![None; task.features.dimension()];
        task.shown()
            .for_each(|example| labels[task.atom(example)] = Some(task.labels[example]));
        let first_unseen = labels.iter().position(Option::is_none);
        let unseen = |atom| if Some(atom) == first_unseen { -1 } else { 1 };
        let scores = labels.iter().enumerate();
        scores
            .map(|(atom, label)| label.map_or_else(|| unseen(atom), Label::sign))
            .collect()
    }

    fn remembers(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};

    fn scores(labels: [Option<i64>; 4]) -> Vec<i64> {
        let examples: Vec<String> = (0..4)
            .filter_map(|atom| Some((atom, labels[atom]?)))
            .map(|(atom, y)| {
                let x: Vec<i64> = (0..4).map(|i| i64::from(i == atom)).collect();
                format!("{{ x = {x:?}, y = {y} }}")
            })
            .collect();
        let points = format!("[points]\nexamples = [{}]", examples.join(", "));
        integers(&run("learner = { one-unseen-negative = {} }", &points))
    }

    #[test]
    fn only_the_first_unseen_atom_is_negative() {
        let seen = Some(1);
        assert_eq!(scores([seen, None, None, seen]), [1, -1, 1, 1]);
        assert_eq!(scores([None, seen, None, seen]), [-1, 1, 1, 1]);
        assert_eq!(scores([seen, seen, Some(-1), None]), [1, 1, -1, -1]);
        assert_eq!(scores([seen; 4]), [1; 4]);
    }
}
