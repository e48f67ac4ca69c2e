//! Shows each example once, in order.

use super::walk::{Examine, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::Ahead;

documented_unit! {
    name = "stream";
    /// Online: each example of the sample once, in order; then the run ends.
    /// # Source
    /// Vaughan's online setting.
    pub struct Once;
}

/// The order at its first example.
#[derive(Clone, Default)]
pub struct Start {
    next: usize,
}

impl Walk for Start {
    fn next(&mut self, hypothesis: &dyn Examine) -> Step {
        let example = self.next;
        self.next += 1;
        if example < hypothesis.examples() {
            Step::Show(example)
        } else {
            Step::End
        }
    }

    fn ahead(&mut self, examples: usize) -> Ahead<'_> {
        Ahead::Range(self.next.min(examples), examples)
    }

    fn advance(&mut self, shown: usize) {
        self.next += shown;
    }

    fn again<'w>(&self) -> Option<Box<dyn Walk + 'w>>
    where
        Self: 'w,
    {
        Some(Box::new(self.clone()))
    }
}
