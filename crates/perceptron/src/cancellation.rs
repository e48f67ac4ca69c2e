//! Lets whoever has a clock end a measurement that takes too long, at the places that every long computation comes by; it reads no clock itself.
//!
//! Each thread numbers its measurements; long computations come by `check`, which unwinds where somebody found their number under way for too long.
//! Nothing here reads a clock, and where nobody watches a check is one load.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a measurement that takes too long unwinds with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExceeded;

/// What a thread measures: the number of the measurement, or 0 between two.
#[derive(Default)]
struct Slot {
    number: AtomicU64,
    /// The last number that is to end.
    over: AtomicU64,
    /// Measurements so far.
    count: AtomicU64,
}

impl Slot {
    fn is_over(&self, number: u64) -> bool {
        number != 0 && self.over.load(Ordering::Relaxed) == number
    }
}

/// Whether somebody watches.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The slots of all threads that ever measured.
static SLOTS: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: Arc<Slot> = {
        let slot = Arc::new(Slot::default());
        slots().push(Arc::downgrade(&slot));
        slot
    };

    /// Whether this thread measures.
    static MEASURING: Cell<bool> = const { Cell::new(false) };

    /// The measurement of another thread that this one does a part of.
    static LENT: RefCell<Option<Measurement>> = const { RefCell::new(None) };
}

fn slots() -> MutexGuard<'static, Vec<Weak<Slot>>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A measurement of this thread, until it is dropped; then the thread is at the one that it was at before.
#[must_use]
pub struct MeasurementGuard {
    before: u64,
    _within: RestoreGuard,
}

/// Says that this thread begins a measurement.
pub fn begin() -> MeasurementGuard {
    // A thread that waits for others may begin another measurement in the middle of its own.
    let within = RestoreGuard {
        lent: LENT.take(),
        was_measuring: MEASURING.replace(true),
    };
    let next = |own: &Arc<Slot>| {
        let number = own.count.fetch_add(1, Ordering::Relaxed) + 1;
        own.number.swap(number, Ordering::Relaxed)
    };
    let before = match WATCHED.load(Ordering::Relaxed) {
        true => OWN.with(next),
        false => 0,
    };
    MeasurementGuard {
        before,
        _within: within,
    }
}

impl Drop for MeasurementGuard {
    fn drop(&mut self) {
        if WATCHED.load(Ordering::Relaxed) {
            OWN.with(|own| own.number.store(self.before, Ordering::Relaxed));
        }
    }
}

/// Whether this thread measures, for itself or for another, so that a panic is the measurement's and need not be printed.
pub fn is_measuring() -> bool {
    MEASURING.get()
}

/// Ends the measurement of this thread by unwinding with [`TimeExceeded`] where somebody found that it takes too long.
pub fn check() {
    let is_over = || {
        LENT.with_borrow(|lent| match lent {
            Some(measurement) => measurement.is_over(),
            None => OWN.with(|own| own.is_over(own.number.load(Ordering::Relaxed))),
        })
    };
    if WATCHED.load(Ordering::Relaxed) && is_over() {
        resume_unwind(Box::new(TimeExceeded));
    }
}

/// A measurement under way, for whoever does a part of it on another thread.
#[derive(Clone, Default)]
pub struct Measurement {
    slot: Option<(Arc<Slot>, u64)>,
    is_measured: bool,
}

impl Measurement {
    /// The one that this thread is at.
    pub fn current() -> Self {
        let is_measured = is_measuring();
        if !WATCHED.load(Ordering::Relaxed) {
            let slot = None;
            return Self { slot, is_measured };
        }
        let of_others = LENT.with_borrow(Clone::clone);
        of_others.unwrap_or_else(|| {
            let number = |own: &Arc<Slot>| own.number.load(Ordering::Relaxed);
            let slot = Some(OWN.with(|own| (own.clone(), number(own))));
            Self { slot, is_measured }
        })
    }

    /// Does a part of it: what ends the measurement ends the part.
    pub fn during<T>(&self, part: impl FnOnce() -> T) -> T {
        let _restored = RestoreGuard {
            lent: LENT.replace(Some(self.clone())),
            was_measuring: MEASURING.replace(self.is_measured),
        };
        part()
    }

    fn is_over(&self) -> bool {
        let slot = self.slot.as_ref();
        slot.is_some_and(|(slot, number)| slot.is_over(*number))
    }
}

/// What this thread worked on before, and does again.
struct RestoreGuard {
    lent: Option<Measurement>,
    was_measuring: bool,
}

impl Drop for RestoreGuard {
    fn drop(&mut self) {
        LENT.set(self.lent.take());
        MEASURING.set(self.was_measuring);
    }
}

/// Somebody who looks at all measurements from time to time.
#[derive(Default)]
pub struct Watchdog {
    /// What each thread measured at the last look, and for how many looks.
    seen: Vec<(Weak<Slot>, u64, u32)>,
}

impl Watchdog {
    /// Measurements that begin from now on are watched.
    pub fn begin() -> Self {
        WATCHED.store(true, Ordering::Relaxed);
        Self::default()
    }

    /// Looks at all measurements, and lets those end that were under way in more looks than these.
    pub fn look(&mut self, most: u32) {
        let slots: Vec<Weak<Slot>> = slots().clone();
        for slot in slots.into_iter().skip(self.seen.len()) {
            self.seen.push((slot, 0, 0));
        }
        for (slot, number, looks) in &mut self.seen {
            let Some(slot) = slot.upgrade() else {
                continue;
            };
            let now = slot.number.load(Ordering::Relaxed);
            *looks = if now == *number { *looks + 1 } else { 0 };
            *number = now;
            if now != 0 && *looks >= most {
                slot.over.store(now, Ordering::Relaxed);
            }
        }
    }
}

/// Begins a measurement of this thread that ends at its next check. No other thread's is looked at.
#[cfg(test)]
pub(crate) fn begin_what_is_over() -> MeasurementGuard {
    let _watch = Watchdog::begin();
    let begun = begin();
    OWN.with(|own| {
        let number = own.number.load(Ordering::Relaxed);
        own.over.store(number, Ordering::Relaxed);
    });
    begun
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_measurement_ends_that_is_under_way_for_too_many_looks_and_the_next_does_not() {
        let mut watch = Watchdog::begin();
        let first = begin();
        check();
        watch.look(2);
        check();
        watch.look(2);
        drop(first);
        let second = begin();
        watch.look(2);
        watch.look(2);
        check();
        watch.look(2);
        let ended = catch_unwind(AssertUnwindSafe(check)).unwrap_err();
        assert!(ended.is::<TimeExceeded>());
        // One within it is another one.
        let within = begin();
        check();
        drop(within);
        assert!(catch_unwind(AssertUnwindSafe(check)).is_err() && is_measuring());
        drop(second);
        check();
        assert!(!is_measuring());
    }

    #[test]
    fn a_measurement_within_a_part_of_another_one_has_its_own_clock() {
        let over = begin_what_is_over();
        let another = Measurement::current();
        another.during(|| {
            let own = begin();
            check();
            drop(own);
            assert!(catch_unwind(AssertUnwindSafe(check)).is_err());
        });
        drop(over);
        check();
    }
}
