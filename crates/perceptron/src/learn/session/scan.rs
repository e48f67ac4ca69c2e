//! Lets an order view the current hypothesis.

use super::learner_state::LearnerState;
use crate::learn::order::HypothesisView;
use crate::sample::{FastPath, Label, ScanResult, UpcomingExamples};
use std::cell::Cell;
use std::cmp::Ordering;

/// View of the learner's current weight vector, from which an order chooses examples; a sign that rounding leaves undecided is remembered, and ends
/// the run.
pub(super) struct HypothesisScan<'s, S: FastPath> {
    state: &'s LearnerState<S>,
    store: &'s S,
    labels: &'s [Label],
    /// Whether rounding left the sign of some score undecided.
    pub undecided: Cell<bool>,
}

impl<'s, S: FastPath> HypothesisScan<'s, S> {
    /// Creates the view of the learner's current hypothesis.
    pub(super) fn new(state: &'s LearnerState<S>, store: &'s S, labels: &'s [Label]) -> Self {
        Self {
            state,
            store,
            labels,
            undecided: Cell::new(false),
        }
    }

    /// Whether no example of the sample calls for an update.
    pub(super) fn is_clean(&self) -> bool {
        self.first_violator().is_none()
    }

    /// Counts the consecutive examples from index `example` on that certainly call for no update; also returns the score of the first example after
    /// them, if it was computed on the way.
    fn skipped_from(&self, example: usize) -> ScanResult<S::Score> {
        let Some(skimming) = &self.state.skipping else {
            return ScanResult::only(0);
        };
        let ahead = UpcomingExamples::Range(example, self.labels.len());
        let ahead = self
            .state
            .left_out
            .map_or(ahead, |left_out| ahead.before(left_out));
        let passed = (self.store).pass(&ahead, self.labels, &self.state.weights, &skimming.due);
        self.state
            .budget
            .spend_times(skimming.products, passed.skipped as u64);
        passed
    }

    /// Whether an update is due on an example with this score; `None` stands for a score that left its range.
    fn is_due(&self, example: usize, score: Option<S::Score>) -> bool {
        self.settled(
            score.and_then(|score| self.state.criterion.is_due(self.labels[example], score)),
        )
    }

    fn settled(&self, answer: Option<bool>) -> bool {
        self.undecided.set(self.undecided.get() || answer.is_none());
        answer.unwrap_or(false)
    }

    fn spend(&self, example: usize) {
        self.state.budget.spend(self.store.products(example));
    }

    fn needs_no_update(&self, example: usize) -> bool {
        let label = self.labels[example];
        self.state.skipping.as_ref().is_some_and(|skimming| {
            self.store
                .needs_no_update(example, label, &self.state.weights, &skimming.due)
        })
    }
}

impl<S: FastPath> HypothesisView for HypothesisScan<'_, S> {
    fn examples(&self) -> usize {
        self.labels.len()
    }

    fn first_violator(&self) -> Option<usize> {
        let mut example = 0;
        while example < self.labels.len() {
            let passed = self.skipped_from(example);
            example += passed.skipped;
            let violates = match passed.due {
                Some((met, score)) => {
                    self.spend(met);
                    self.is_due(met, Some(score))
                }
                None => example < self.labels.len() && self.violates(example),
            };
            if violates {
                return Some(example);
            }
            example += 1;
        }
        None
    }

    fn violates(&self, example: usize) -> bool {
        if self.state.left_out == Some(example) {
            return false;
        }
        self.spend(example);
        if self.needs_no_update(example) {
            return false;
        }
        self.is_due(example, self.store.dot(example, &self.state.weights).ok())
    }

    fn is_smaller(&self, a: usize, b: usize) -> bool {
        self.spend(a);
        self.spend(b);
        let [a, b] = [a, b].map(|example| (self.labels[example], example));
        let order = self.store.compare_examples(a, b, &self.state.weights);
        self.settled(order.map(|order| order == Ordering::Less))
    }
}
