//! Declares the receiver of the events of a run.

use crate::sample::FastPath;

/// Receives the events of a session; a closure receives only the updates.
pub(in crate::learn) trait Listener<S: FastPath> {
    /// Called after an update on an example, with the weights after it.
    fn updated(&mut self, example: usize, weights: &S::Weights);

    /// Whether `shown` must be called for every example shown.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// Called after an example was shown, with the weights after it.
    fn shown(&mut self, _weights: &S::Weights) {}

    /// Called at the end of a pass, with the total number of updates.
    fn pass_ended(&mut self, _updates: u64) {}
}

impl<S: FastPath, F: FnMut(usize, &S::Weights)> Listener<S> for F {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self(example, weights);
    }
}
