//! Chooses, among the examples that call for an update, the one with the largest y⟨w, x⟩.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;

documented_unit! {
    name = "least-violated";
    /// Scans the sample and chooses, among the examples that call for an update, the one with the largest y⟨w, x⟩, the first of equals; every
    /// scan is a pass.
    /// # Source
    /// docs/theory.md, section 0, Orders.
    pub struct LeastViolated;
}

impl Walk for LeastViolated {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        let violators = (0..hypothesis.examples()).filter(|&example| hypothesis.violates(example));
        let largest = violators.reduce(|best, example| {
            if hypothesis.is_smaller(best, example) {
                example
            } else {
                best
            }
        });
        largest.map_or(Step::Clean, Step::Choose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values y⟨w, x⟩ of four examples. Negative ones call for an update.
    struct MarginOrder([f64; 4]);

    impl HypothesisView for MarginOrder {
        fn examples(&self) -> usize {
            self.0.len()
        }

        fn violates(&self, example: usize) -> bool {
            self.0[example] < 0.0
        }

        fn is_smaller(&self, a: usize, b: usize) -> bool {
            self.0[a] < self.0[b]
        }
    }

    #[test]
    fn least_violating_mistake_is_chosen_and_ties_go_to_the_first() {
        assert_eq!(
            LeastViolated.next(&MarginOrder([-3.0, -1.0, 2.0, -1.0])),
            Step::Choose(1)
        );
        assert_eq!(
            LeastViolated.next(&MarginOrder([3.0, 1.0, 2.0, 1.0])),
            Step::Clean
        );
    }
}
