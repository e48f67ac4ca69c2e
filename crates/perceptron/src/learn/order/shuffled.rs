//! Passes over the sample in a fresh random order each time.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::UpcomingExamples;
use crate::seed::Stream;

documented_unit! {
    name = "shuffled";
    /// Passes over the sample, each in a fresh uniformly random order.
    /// # Source
    /// docs/theory.md, section 0, Orders.
    pub struct Shuffled;
}

/// Position in a shuffled order.
#[derive(Clone)]
pub(super) struct ShuffledWalk {
    draws: Stream,
    pass: Vec<usize>,
    next: usize,
}

impl ShuffledWalk {
    /// Creates an order that draws a permutation for every pass from this stream of random numbers.
    pub(super) fn new(draws: Stream) -> Self {
        Self {
            draws,
            pass: Vec::new(),
            next: 0,
        }
    }
}

impl Walk for ShuffledWalk {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        if self.pass.is_empty() {
            self.pass = (0..hypothesis.examples()).collect();
            self.draws.shuffle(&mut self.pass);
        } else if self.next == self.pass.len() {
            self.draws.shuffle(&mut self.pass);
            self.next = 0;
            return Step::PassEnd;
        }
        self.next += 1;
        Step::Show(self.pass[self.next - 1])
    }

    fn upcoming(&mut self, _: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::List(&self.pass[self.next..])
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
