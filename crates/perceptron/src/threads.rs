//! Does the independent parts of a long measurement on one thread or on those of the pool; what comes of it is the same.
//!
//! `map` cuts a list into parts, each of which says what comes of its items alone, and joins what came of them in their order, so that nothing
//! depends on who did what. A part on another thread counts for the measurement that it is a part of, so that `cancellation` ends both.

use crate::cancellation::Measurement;
use rayon::prelude::*;

/// Items that are worth a call of another thread.
const PART: usize = 16;

/// The threads that do the parts of a measurement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Threads {
    /// The thread that measures.
    #[default]
    One,
    /// Those of the pool of rayon.
    Pool,
}

impl Threads {
    /// What comes of all items, in their order; `of_part` says what comes of some in a row, whatever was before and comes after.
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

    /// Does something with every item.
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

    /// What a pool of so many threads makes of it.
    fn on<T: Send>(threads: usize, made: impl FnOnce() -> T + Send) -> T {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(made)
    }

    #[test]
    fn what_comes_of_items_is_in_their_order_whoever_does_it() {
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
    fn every_item_is_done_once_whoever_does_it() {
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
    fn a_measurement_that_takes_too_long_ends_on_the_threads_of_others() {
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
