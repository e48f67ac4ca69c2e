//! Chooses uniformly among the examples that call for an update.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::seed::Stream;

documented_unit! {
    name = "random-misclassified";
    /// Scans the sample and chooses uniformly among the examples that call for an update; every scan is a pass.
    /// # Source
    /// docs/theory.md: section 0, Orders; 8.12, a protocol that draws so.
    pub struct RandomMisclassified;
}

/// An order that chooses at random among the examples that call for an update.
pub(super) struct RandomMisclassifiedWalk {
    draws: Stream,
}

impl RandomMisclassifiedWalk {
    /// Creates an order that draws its choices from this stream of random numbers.
    pub(super) fn new(draws: Stream) -> Self {
        Self { draws }
    }
}

impl Walk for RandomMisclassifiedWalk {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        let violators: Vec<usize> = (0..hypothesis.examples())
            .filter(|&example| hypothesis.violates(example))
            .collect();
        if violators.is_empty() {
            Step::Clean
        } else {
            Step::Choose(violators[self.draws.below(violators.len())])
        }
    }
}
