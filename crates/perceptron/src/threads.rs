//! Runs the independent parts of a long measurement on one thread or on the thread pool, with equal results.
//!
//! `map` splits a list into parts, computes each part independently of the others, and joins the results in the order of the list, so that they do
//! not depend on which thread computed what. A part on another thread belongs to the measurement of the thread that started it, so that
//! `cancellation` ends both.

use crate::cancellation::Measurement;
use rayon::prelude::*;

/// Number of items that one thread computes at a time; shorter lists are not split.
const PART: usize = 16;

/// Threads that compute the parts of a measurement (the computation of one trial).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Threads {
    /// Only the calling thread.
    #[default]
    One,
    /// The threads of rayon's pool.
    Pool,
}

impl Threads {
    /// Returns the results of all items, in their order. `of_part` computes the results of consecutive items, and may not depend on the items before
    /// or after them.
    pub fn map<Item: Sync, T: Send>(
        self,
        items: &[Item],
        of_part: impl Fn(&[Item]) -> Vec<T> + Sync,
    ) -> Vec<T> {
        if self == Self::One || items.len() <= PART {
            return of_part(items);
        }
        let measurement = Measurement::current();
        let parts = items.par_chunks(PART);
        let found = parts.flat_map_iter(|part| measurement.during(|| of_part(part)));
        found.collect()
    }

    /// Calls `of_item` once with every item, in any order.
    pub fn each<Item: Send>(self, items: &mut [Item], of_item: impl Fn(&mut Item) + Sync + Send) {
        if self == Self::One || items.len() < 2 || rayon::current_num_threads() == 1 {
            items.iter_mut().for_each(of_item);
        } else {
            items.par_iter_mut().for_each(of_item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancellation::{self, TimeExceeded};
    use rayon::ThreadPoolBuilder;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    /// The result of a function in a pool with this number of threads.
    fn on<T: Send>(threads: usize, made: impl FnOnce() -> T + Send) -> T {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(made)
    }

    #[test]
    fn map_returns_results_in_item_order_for_any_thread_count() {
        for count in [0, 1, PART, PART + 1, 10 * PART + 3] {
            let items: Vec<usize> = (0..count).collect();
            let squares = |part: &[usize]| part.iter().map(|item| item * item).collect::<Vec<_>>();
            let alone = Threads::One.map(&items, squares);
            assert_eq!(alone, squares(&items));
            for threads in [1, 2, 3, 64] {
                assert_eq!(on(threads, || Threads::Pool.map(&items, squares)), alone);
            }
        }
    }

    #[test]
    fn one_thread_is_the_calling_thread_and_computes_all_items_as_one_part() {
        let items = [(); 10 * PART];
        let computed = |part: &[()]| vec![(thread::current().id(), part.len())];
        on(3, || {
            let found = Threads::One.map(&items, computed);
            assert_eq!(found, [(thread::current().id(), items.len())]);
        });
    }

    #[test]
    fn each_processes_every_item_once_for_any_thread_count() {
        for count in [0, 1, 2, 40] {
            let all: Vec<usize> = (100..100 + count).collect();
            for (threads, which) in [(1, Threads::One), (1, Threads::Pool), (3, Threads::Pool)] {
                let mut items: Vec<usize> = (0..count).collect();
                on(threads, || which.each(&mut items, |item| *item += 100));
                assert_eq!(items, all);
            }
        }
    }

    #[test]
    fn timed_out_measurement_is_aborted_on_pool_threads() {
        let items = [(); 5 * PART];
        let parts = || {
            Threads::Pool.map(&items, |part| {
                cancellation::check();
                part.to_vec()
            })
        };
        on(3, || {
            let over = cancellation::begin_what_is_over();
            let ended = catch_unwind(AssertUnwindSafe(parts)).unwrap_err();
            assert!(ended.is::<TimeExceeded>());
            drop(over);
            assert_eq!(parts().len(), items.len());
        });
    }
}
