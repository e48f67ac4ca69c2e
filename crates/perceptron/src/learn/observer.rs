//! Lets a measurement see a run while it is under way: every update, every end of a pass, and the end of the run.
//!
//! A run keeps its counts, its updates and its hypothesis. Whatever else a measurement needs, it collects itself: it implements [`Observer`] and
//! is handed to [`Learner::watch`](super::Learner::watch).

use std::cell::RefCell;

/// The weight vector of a run, in units of the step.
pub trait WeightVector {
    /// Its entries in the unit of the features; `None` where features are floats.
    fn to_integers(&self) -> Option<Vec<i64>>;

    /// Its entries as floats.
    fn to_floats(&self) -> Vec<f64>;
}

/// Sees a run of the one loop; another learner tells as much as it knows.
pub trait Observer {
    /// An update was made on an example; `vector` is the weight vector after it.
    fn updated(&mut self, _example: usize, _vector: &dyn WeightVector) {}

    /// Whether [`shown`](Self::shown) must be called, so that examples that need no update may not be skipped.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// An example was shown; `vector` is the weight vector after it, updated or not.
    fn shown(&mut self, _vector: &dyn WeightVector) {}

    /// A pass has ended, after this number of updates since the beginning. A pass that was cut off does not end.
    fn pass_ended(&mut self, _updates: u64) {}

    /// The run has ended; `due` scans the sample and counts the examples that call for an update, or says `None` if rounding leaves one open.
    fn ended(&mut self, _due: &dyn Fn() -> Option<u64>) {}
}

/// What every learner that walks through a sample can tell its observers, the one loop or another.
pub trait RunEvents {
    /// A pass has ended, after this number of updates since the beginning.
    fn pass_ended(&self, updates: u64);

    /// The run has ended; `due` counts the examples that call for an update, if that can be said.
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

/// The observers of one run.
#[derive(Default)]
pub struct Observers<'o>(RefCell<Vec<&'o mut dyn Observer>>);

impl<'o> Observers<'o> {
    /// These observers, each told in this order.
    pub fn new(observers: impl IntoIterator<Item = &'o mut dyn Observer>) -> Self {
        Self(RefCell::new(observers.into_iter().collect()))
    }

    /// Whether some observer must see every example that is shown.
    pub(super) fn see_every_example(&self) -> bool {
        let observers = self.0.borrow();
        observers.iter().any(|one| one.sees_every_example())
    }

    /// Tells of an update.
    pub(super) fn updated(&self, example: usize, vector: &dyn WeightVector) {
        self.each(|one| one.updated(example, vector));
    }

    /// Tells of an example that was shown.
    pub(super) fn shown(&self, vector: &dyn WeightVector) {
        self.each(|one| one.shown(vector));
    }

    fn each(&self, tell: impl Fn(&mut dyn Observer)) {
        self.0.borrow_mut().iter_mut().for_each(|one| tell(*one));
    }
}
