//! Follows an order up to an example, so that a run can be left there and gone on with.

use super::walk::{Examine, Step, Walk};
use crate::sample::Ahead;

/// An order that ends for now once it has shown so many more examples.
pub struct Until<'a> {
    walk: &'a mut dyn Walk,
    left: usize,
}

impl<'a> Until<'a> {
    /// The next examples of an order.
    pub fn new(walk: &'a mut dyn Walk, examples: usize) -> Self {
        let left = examples;
        Self { walk, left }
    }
}

impl Walk for Until<'_> {
    fn next(&mut self, hypothesis: &dyn Examine) -> Step {
        if self.left == 0 {
            return Step::End;
        }
        let step = self.walk.next(hypothesis);
        self.left -= usize::from(matches!(step, Step::Show(_)));
        step
    }

    fn ahead(&mut self, examples: usize) -> Ahead<'_> {
        self.walk.ahead(examples).first(self.left)
    }

    fn advance(&mut self, shown: usize) {
        self.left -= shown;
        self.walk.advance(shown);
    }
}
