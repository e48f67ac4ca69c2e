//! Chooses the first example that calls for an update.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;

documented_unit! {
    name = "first-misclassified";
    /// Scans from the beginning and chooses the first example that calls for an update; every scan is a pass.
    /// # Source
    /// Bartlett's step 1.3 and Urner's algorithm leave the choice open; this is one of them.
    pub struct FirstMisclassified;
}

impl Walk for FirstMisclassified {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        hypothesis
            .first_violator()
            .map_or(Step::Clean, Step::Choose)
    }
}
