//! Shows each example once, in order.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::UpcomingExamples;

documented_unit! {
    name = "stream";
    /// Online: each example of the sample once, in order; then the run ends.
    /// # Source
    /// Vaughan's online setting.
    pub struct Once;
}

/// Position in the order that shows each example of the sample once.
#[derive(Clone, Default)]
pub struct StreamWalk {
    next: usize,
}

impl Walk for StreamWalk {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        let example = self.next;
        self.next += 1;
        if example < hypothesis.examples() {
            Step::Show(example)
        } else {
            Step::End
        }
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
