//! Follows an order for a number of examples, so that a run can be paused there and continued.

use super::walk::{HypothesisView, Step, Walk};
use crate::sample::UpcomingExamples;

/// Another order, cut off after a given number of further examples, so that a run can be paused there and continued.
pub struct TakeSteps<'a> {
    walk: &'a mut dyn Walk,
    left: usize,
}

impl<'a> TakeSteps<'a> {
    /// Limits an order to its next `examples` examples.
    pub fn new(walk: &'a mut dyn Walk, examples: usize) -> Self {
        let left = examples;
        Self { walk, left }
    }
}

impl Walk for TakeSteps<'_> {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        if self.left == 0 {
            return Step::End;
        }
        let step = self.walk.next(hypothesis);
        self.left -= usize::from(matches!(step, Step::Show(_)));
        step
    }

    fn upcoming(&mut self, examples: usize) -> UpcomingExamples<'_> {
        self.walk.upcoming(examples).first(self.left)
    }

    fn advance(&mut self, shown: usize) {
        self.left -= shown;
        self.walk.advance(shown);
    }
}
