//! Delivers results in order although threads finish them in any order.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes the results of parallel tasks with their positions, counted from 0, and passes them to a callback one by one in the order of the positions.
pub(super) struct InOrder<T, F> {
    waiting: Mutex<Waiting<T>>,
    take: Mutex<F>,
}

/// The results that wait because one with a smaller position is still missing, by position, and the position that is delivered next.
struct Waiting<T> {
    early: BTreeMap<usize, T>,
    next: usize,
    /// Whether a thread is delivering results now; it will also find every result that other threads add meanwhile.
    is_delivering: bool,
}

impl<T, F: FnMut(T)> InOrder<T, F> {
    /// Creates an empty queue that passes each result to the callback `take`.
    pub(super) fn new(take: F) -> Self {
        let waiting = Waiting {
            early: BTreeMap::new(),
            next: 0,
            is_delivering: false,
        };
        Self {
            waiting: Mutex::new(waiting),
            take: Mutex::new(take),
        }
    }

    /// Adds the result at a position. If no other thread is delivering, this thread delivers results until the next one is missing. No thread waits
    /// for another.
    pub(super) fn give(&self, place: usize, item: T) {
        let mut waiting = held(&self.waiting);
        waiting.early.insert(place, item);
        if std::mem::replace(&mut waiting.is_delivering, true) {
            return;
        }
        loop {
            let next = waiting.next;
            let Some(item) = waiting.early.remove(&next) else {
                waiting.is_delivering = false;
                return;
            };
            waiting.next += 1;
            drop(waiting);
            held(&self.take)(item);
            waiting = held(&self.waiting);
        }
    }
}

pub(super) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;
    use rayon::prelude::*;

    #[test]
    fn items_from_parallel_threads_are_delivered_in_order() {
        for threads in [1, 2, 3, 64] {
            let mut taken = Vec::new();
            let in_order = InOrder::new(|item: usize| taken.push(item));
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let places = (0..1000_usize).into_par_iter();
                places
                    .rev()
                    .for_each(|place| in_order.give(place, 10 * place));
            });
            drop(in_order);
            assert_eq!(taken, (0..1000).map(|place| 10 * place).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_item_waits_for_those_before_it() {
        let mut taken = Vec::new();
        let in_order = InOrder::new(|item: char| taken.push(item));
        for (place, item) in [(2, 'c'), (0, 'a'), (3, 'd')] {
            in_order.give(place, item);
        }
        drop(in_order);
        assert_eq!(taken, ['a']);
    }
}
