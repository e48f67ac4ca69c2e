//! Lets a measurement observe a run: every update, every end of a pass, and the end of the run.
//!
//! A run records only its counts, its updates and its hypothesis. A measurement that needs more collects it itself: it implements [`Observer`] and is
//! passed to [`Learner::watch`](super::Learner::watch).

use std::cell::RefCell;

/// The weight vector of a run as an observer reads it, in units of the step (learning rate).
pub trait WeightVector {
    /// Returns the weights as integers, in multiples of the unit of the features; `None` if the features are floats.
    fn to_integers(&self) -> Option<Vec<i64>>;

    /// Returns the weights as floats.
    fn to_floats(&self) -> Vec<f64>;
}

/// Observer of a run of the learning loop. Other learners report only the events of [`RunEvents`].
pub trait Observer {
    /// Called after an update on the example with this index; `vector` is the weight vector after the update.
    fn updated(&mut self, _example: usize, _vector: &dyn WeightVector) {}

    /// Whether [`shown`](Self::shown) must be called for every example shown, so that examples that need no update may not be skipped in bulk.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// Called after the example with this index was shown; `vector` is the weight vector after that example, whether it was updated or not.
    fn shown(&mut self, _example: usize, _vector: &dyn WeightVector) {}

    /// Called at the end of a pass over the sample, with the number of updates since the beginning of the run; not called for a pass that was cut
    /// off.
    fn pass_ended(&mut self, _updates: u64) {}

    /// Called at the end of the run. `due` scans the sample and counts the examples that call for an update; it returns `None` if rounding leaves one
    /// undecided.
    fn ended(&mut self, _due: &dyn Fn() -> Option<u64>) {}
}

/// Events that every learner that walks through a sample reports to its observers.
pub trait RunEvents {
    /// Reports the end of a pass over the sample, with the number of updates since the beginning of the run.
    fn pass_ended(&self, updates: u64);

    /// Reports the end of the run; `due` counts the examples that call for an update, if it can.
    fn ended(&self, due: &dyn Fn() -> Option<u64>);
}

impl RunEvents for Observers<'_> {
    fn pass_ended(&self, updates: u64) {
        self.each(|one| one.pass_ended(updates));
    }

    fn ended(&self, due: &dyn Fn() -> Option<u64>) {
        self.each(|one| one.ended(due));
    }
}

/// The observers of one run of a learner, which are told of its updates, passes and end.
#[derive(Default)]
pub struct Observers<'o>(RefCell<Vec<&'o mut dyn Observer>>);

impl<'o> Observers<'o> {
    /// Creates a list of observers, which receive every event in this order.
    pub fn new(observers: impl IntoIterator<Item = &'o mut dyn Observer>) -> Self {
        Self(RefCell::new(observers.into_iter().collect()))
    }

    /// Whether some observer must see every example that is shown.
    pub(super) fn see_every_example(&self) -> bool {
        let observers = self.0.borrow();
        observers.iter().any(|one| one.sees_every_example())
    }

    /// Reports an update on the example with this index to all observers; `vector` is the weight vector after the update.
    pub(super) fn updated(&self, example: usize, vector: &dyn WeightVector) {
        self.each(|one| one.updated(example, vector));
    }

    /// Reports to all observers that the example with this index was shown; `vector` is the weight vector after that example.
    pub(super) fn shown(&self, example: usize, vector: &dyn WeightVector) {
        self.each(|one| one.shown(example, vector));
    }

    fn each(&self, tell: impl Fn(&mut dyn Observer)) {
        self.0.borrow_mut().iter_mut().for_each(|one| tell(*one));
    }
}
