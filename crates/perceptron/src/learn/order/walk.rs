//! Declares the interface of an order that walks through a sample, and its view of the current hypothesis.

use crate::sample::UpcomingExamples;

/// View of the learner's current hypothesis, from which an order chooses the next example. A left-out example never calls for an update.
pub trait HypothesisView {
    /// Returns the number of examples in the sample.
    fn examples(&self) -> usize;

    /// Whether an update on this example is due.
    fn violates(&self, example: usize) -> bool;

    /// Returns the first example on which an update is due.
    fn first_violator(&self) -> Option<usize> {
        (0..self.examples()).find(|&example| self.violates(example))
    }

    /// Whether y⟨w, x⟩ is smaller on example `a` than on example `b`.
    fn is_smaller(&self, a: usize, b: usize) -> bool;
}

/// Next step of an order through the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Show this example.
    Show(usize),
    /// A pass has ended.
    PassEnd,
    /// A scan chose this example; the scan was a pass.
    Choose(usize),
    /// A scan found nothing to update on; the scan was a pass.
    Clean,
    /// There are no more examples.
    End,
}

/// An order that walks through a sample.
pub trait Walk {
    /// Returns the next step, given the current hypothesis.
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step;

    /// Returns the examples of the next steps as far as they do not depend on the learner, at most up to the end of the pass.
    fn upcoming(&mut self, _examples: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::NOTHING
    }

    /// Moves on by this number of upcoming examples, which the caller counts as shown.
    fn advance(&mut self, _shown: usize) {}

    /// Copies the order at its current position, so that the examples from there on can be shown to another run; `None` if they depend on the
    /// learner.
    fn fork<'w>(&self) -> Option<Box<dyn Walk + 'w>>
    where
        Self: 'w,
    {
        None
    }
}
