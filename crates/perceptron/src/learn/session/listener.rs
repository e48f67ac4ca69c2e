//! Declares the receiver of the events of a run.

use crate::sample::FastPath;

/// Receives the events of a run of the learning loop; a closure used as a listener receives only the updates.
pub(in crate::learn) trait Listener<S: FastPath> {
    /// Called after an update on the example with this index, with the weights after the update.
    fn updated(&mut self, example: usize, weights: &S::Weights);

    /// Whether `shown` must be called for every example shown.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// Called after the example with this index was shown, with the weights after that example.
    fn shown(&mut self, _example: usize, _weights: &S::Weights) {}

    /// Called at the end of a pass over the sample, with the number of updates since the beginning of the run.
    fn pass_ended(&mut self, _updates: u64) {}
}

impl<S: FastPath, F: FnMut(usize, &S::Weights)> Listener<S> for F {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self(example, weights);
    }
}
