//! Shows the examples of a list, in its order.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::UpcomingExamples;

documented_unit! {
    name = "given";
    /// Shows the examples whose indices are listed, `{ given = [3, 0, 2] }`, in that order; then the run ends.
    /// # Source
    /// For witnesses: a run whose order matters is repeated by listing it.
    pub struct Given;
}

/// Position in the list of example indices that a spec gives as the order.
#[derive(Clone)]
pub(super) struct GivenWalk<'a> {
    indices: &'a [usize],
    next: usize,
}

impl<'a> GivenWalk<'a> {
    /// Starts at the head of this list of example indices.
    pub(super) fn new(indices: &'a [usize]) -> Self {
        Self { indices, next: 0 }
    }
}

impl Walk for GivenWalk<'_> {
    fn next(&mut self, _: &dyn HypothesisView) -> Step {
        let step = self
            .indices
            .get(self.next)
            .map_or(Step::End, |&example| Step::Show(example));
        self.next += 1;
        step
    }

    fn upcoming(&mut self, _: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::List(self.indices.get(self.next..).unwrap_or_default())
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
