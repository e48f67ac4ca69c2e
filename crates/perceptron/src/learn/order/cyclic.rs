//! Passes over the sample in its own order.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::UpcomingExamples;

documented_unit! {
    name = "cyclic";
    /// Passes over the sample in its own order, again and again.
    /// # Source
    /// MIT's algorithm; docs/theory.md, C-M7.
    pub struct Cyclic;
}

/// Position in a cyclic order.
#[derive(Clone, Default)]
pub(super) struct CyclicWalk {
    next: usize,
}

impl Walk for CyclicWalk {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        if self.next == hypothesis.examples() {
            self.next = 0;
            return Step::PassEnd;
        }
        self.next += 1;
        Step::Show(self.next - 1)
    }

    fn upcoming(&mut self, examples: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::Range(self.next.min(examples), examples)
    }

    fn advance(&mut self, shown: usize) {
        self.next += shown;
    }

    fn fork<'w>(&self) -> Option<Box<dyn Walk + 'w>>
    where
        Self: 'w,
    {
        Some(Box::new(self.clone()))
    }
}
