//! Lets whoever has threads lend them to a long measurement; it has none itself.
//!
//! `map` cuts a list into parts, each of which says what comes of its items alone, and joins what came of them in their order, so that nothing
//! depends on who did what. Nothing here has threads; without any the parts are one. A part on another thread counts for the measurement that lent
//! it, so that `limit` ends both.

use crate::limit::Measurement;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Calls a function with every number below a bound, on any threads and in any order, and passes a panic on.
pub type Lend = fn(usize, &(dyn Fn(usize) + Sync));

/// Items that are worth a call of another thread.
const PART: usize = 16;

/// Those who do the independent parts of a measurement: the thread that measures, or others with it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Workers {
    lend: Option<Lend>,
}

impl Workers {
    /// Threads of somebody else.
    pub fn lent(lend: Lend) -> Self {
        Self { lend: Some(lend) }
    }

    /// What comes of all items, in their order; `of_part` says what comes of some in a row, whatever was before and comes after.
    pub fn map<Item: Sync, T: Send>(
        self,
        items: &[Item],
        of_part: impl Fn(&[Item]) -> Vec<T> + Sync,
    ) -> Vec<T> {
        let Some(lend) = self.lend.filter(|_| items.len() > PART) else {
            return of_part(items);
        };
        let parts: Vec<(&[Item], Mutex<Vec<T>>)> = (items.chunks(PART))
            .map(|part| (part, Mutex::default()))
            .collect();
        let (measurement, ended) = (Measurement::current(), AtomicBool::new(false));
        lend(parts.len(), &|place| {
            let (part, done) = &parts[place];
            if ended.load(Ordering::Relaxed) {
                return;
            }
            let _ends_others = EndsOthers(&ended);
            let found = measurement.during(|| of_part(part));
            if let Ok(mut done) = done.lock() {
                *done = found;
            }
        });
        let found = parts.into_iter().map(|(_, found)| found.into_inner());
        found.flat_map(Result::unwrap_or_default).collect()
    }

    /// Does something with every item.
    pub fn each<Item: Send>(self, items: &mut [Item], of_item: impl Fn(&mut Item) + Sync) {
        let Some(lend) = self.lend.filter(|_| items.len() > 1) else {
            return items.iter_mut().for_each(of_item);
        };
        let items: Vec<Mutex<&mut Item>> = items.iter_mut().map(Mutex::new).collect();
        lend(items.len(), &|place| {
            if let Ok(mut item) = items[place].lock() {
                of_item(&mut item);
            }
        });
    }
}

/// Lets the other parts end where one panics.
struct EndsOthers<'a>(&'a AtomicBool);

impl Drop for EndsOthers<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::{self, Exceeded};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// A thread for every part, all at once, and the last parts first.
    fn threads(parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let panics = thread::scope(|scope| {
            let begun: Vec<_> = (0..parts)
                .rev()
                .map(|place| scope.spawn(move || part(place)))
                .collect();
            let ended = begun.into_iter().filter_map(|thread| thread.join().err());
            ended.collect::<Vec<_>>()
        });
        if let Some(panic) = panics.into_iter().next() {
            resume_unwind(panic);
        }
    }

    #[test]
    fn what_comes_of_items_is_in_their_order_whoever_does_it() {
        for count in [0, 1, PART, PART + 1, 10 * PART + 3] {
            let items: Vec<usize> = (0..count).collect();
            let squares = |part: &[usize]| part.iter().map(|item| item * item).collect::<Vec<_>>();
            let alone = Workers::default().map(&items, squares);
            assert_eq!(alone, squares(&items));
            assert_eq!(Workers::lent(threads).map(&items, squares), alone);
        }
    }

    #[test]
    fn every_item_is_done_once_whoever_does_it() {
        for count in [0, 1, 2, 40] {
            let done = |workers: Workers| {
                let mut items: Vec<usize> = (0..count).collect();
                workers.each(&mut items, |item| *item += 100);
                items
            };
            let all: Vec<usize> = (100..100 + count).collect();
            assert_eq!(done(Workers::default()), all);
            assert_eq!(done(Workers::lent(threads)), all);
        }
    }

    #[test]
    fn a_measurement_that_takes_too_long_ends_on_the_threads_of_others() {
        limit::begin_what_is_over();
        let items = [(); 5 * PART];
        let parts = || {
            Workers::lent(threads).map(&items, |part| {
                limit::check();
                part.to_vec()
            })
        };
        let ended = catch_unwind(AssertUnwindSafe(parts)).unwrap_err();
        assert!(ended.is::<Exceeded>());
        limit::end();
        assert_eq!(parts().len(), items.len());
    }
}
