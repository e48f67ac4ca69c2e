//! Declares what an order does on its way through a sample, and what it may ask about the current hypothesis.

use crate::sample::UpcomingExamples;

/// What an order may ask about the current hypothesis. A left-out example never violates.
pub trait HypothesisView {
    /// Number of examples in the sample.
    fn examples(&self) -> usize;

    /// Whether an update on this example is due.
    fn violates(&self, example: usize) -> bool;

    /// The first example on which an update is due.
    fn first_violator(&self) -> Option<usize> {
        (0..self.examples()).find(|&example| self.violates(example))
    }

    /// Whether y⟨w, x⟩ is smaller at `a` than at `b`.
    fn is_smaller(&self, a: usize, b: usize) -> bool;
}

/// What comes next.
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

/// An order on its way through a sample.
pub trait Walk {
    /// The next step, given the current hypothesis.
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step;

    /// The examples of the next steps as far as they are shown whatever the learner makes of them, up to the end of the pass at most.
    fn upcoming(&mut self, _examples: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::NOTHING
    }

    /// Goes past so many of the examples ahead.
    fn advance(&mut self, _shown: usize) {}

    /// The rest of the way once more; `None` where the learner decides on it.
    fn fork<'w>(&self) -> Option<Box<dyn Walk + 'w>>
    where
        Self: 'w,
    {
        None
    }
}
