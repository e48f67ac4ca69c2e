//! Shows an order the current hypothesis.

use super::criterion::Criterion;
use crate::learn::budget::Budget;
use crate::learn::order::Examine;
use crate::sample::{Ahead, Due, FeatureStore, Label, Passed};
use std::cell::Cell;
use std::cmp::Ordering;

/// What passing over quiet examples needs to know.
pub struct Skimming<Score> {
    /// What scores must reach.
    pub due: Due<Score>,
    /// What a score of any example costs.
    pub products: u64,
}

/// The current hypothesis as an order sees it; an open sign is remembered and ends the run.
pub struct Scan<'s, S: FeatureStore> {
    /// The examples.
    pub store: &'s S,
    /// Their labels.
    pub labels: &'s [Label],
    /// The vector that they are compared with.
    pub weights: &'s S::Weights,
    /// What is made of their scores.
    pub criterion: &'s Criterion<S>,
    /// Missing where examples that call for no update must be looked at one by one.
    pub skimming: Option<&'s Skimming<S::Score>>,
    /// The work of the run.
    pub budget: &'s Budget,
    /// The example that never calls for an update.
    pub left_out: Option<usize>,
    /// Whether some sign was open.
    pub undecided: Cell<bool>,
}

impl<S: FeatureStore> Scan<'_, S> {
    /// Whether no example calls for an update.
    pub fn is_clean(&self) -> bool {
        self.first_violator().is_none()
    }

    /// How many examples from this one on are certain to call for no update, and what the next one scores, where that was found with it.
    fn quiet_from(&self, example: usize) -> Passed<S::Score> {
        let Some(skimming) = self.skimming else {
            return Passed::only(0);
        };
        let ahead = Ahead::Range(example, self.labels.len());
        let ahead = self
            .left_out
            .map_or(ahead, |left_out| ahead.before(left_out));
        let passed = (self.store).pass(&ahead, self.labels, self.weights, &skimming.due);
        self.budget
            .spend_times(skimming.products, passed.quiet as u64);
        passed
    }

    /// Whether an update is due on an example with this score; `None` of one that left its range.
    fn is_due(&self, example: usize, score: Option<S::Score>) -> bool {
        self.settled(score.and_then(|score| self.criterion.is_due(self.labels[example], score)))
    }

    fn settled(&self, answer: Option<bool>) -> bool {
        self.undecided.set(self.undecided.get() || answer.is_none());
        answer.unwrap_or(false)
    }

    fn spend(&self, example: usize) {
        self.budget.spend(self.store.products(example));
    }

    fn is_surely_quiet(&self, example: usize) -> bool {
        let label = self.labels[example];
        self.skimming.is_some_and(|skimming| {
            self.store
                .is_surely_quiet(example, label, self.weights, &skimming.due)
        })
    }
}

impl<S: FeatureStore> Examine for Scan<'_, S> {
    fn examples(&self) -> usize {
        self.labels.len()
    }

    fn first_violator(&self) -> Option<usize> {
        let mut example = 0;
        while example < self.labels.len() {
            let passed = self.quiet_from(example);
            example += passed.quiet;
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
        if self.left_out == Some(example) {
            return false;
        }
        self.spend(example);
        if self.is_surely_quiet(example) {
            return false;
        }
        self.is_due(example, self.store.dot(example, self.weights).ok())
    }

    fn is_smaller(&self, a: usize, b: usize) -> bool {
        self.spend(a);
        self.spend(b);
        let [a, b] = [a, b].map(|example| (self.labels[example], example));
        let order = self.store.compare_examples(a, b, self.weights);
        self.settled(order.map(|order| order == Ordering::Less))
    }
}
