//! Is told what happens in a run.

use crate::sample::FastPath;

/// Is told what happens in a session; a closure is told of the updates alone.
pub(in crate::learn) trait Listener<S: FastPath> {
    /// An update was made on an example, and these are the weights after it.
    fn updated(&mut self, example: usize, weights: &S::Weights);

    /// Whether it must be told of every example that is shown.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// An example was shown, and these are the weights after it.
    fn shown(&mut self, _weights: &S::Weights) {}

    /// A pass ended after so many updates in all.
    fn pass_ended(&mut self, _updates: u64) {}
}

impl<S: FastPath, F: FnMut(usize, &S::Weights)> Listener<S> for F {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self(example, weights);
    }
}
