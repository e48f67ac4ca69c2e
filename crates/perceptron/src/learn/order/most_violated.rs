//! Chooses the example with the smallest y⟨w, x⟩.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;

documented_unit! {
    name = "most-violated";
    /// Scans the sample and chooses the example with the smallest y⟨w, x⟩, the first of equals; every scan is a pass.
    /// # Source
    /// docs/theory.md, section 0, Orders.
    pub struct MostViolated;
}

impl Walk for MostViolated {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        let violators = (0..hypothesis.examples()).filter(|&example| hypothesis.violates(example));
        let smallest = violators.reduce(|best, example| {
            if hypothesis.is_smaller(example, best) {
                example
            } else {
                best
            }
        });
        smallest.map_or(Step::Clean, Step::Choose)
    }
}
