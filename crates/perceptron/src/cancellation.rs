//! Lets a watchdog end a measurement that takes too long.
//!
//! Each thread numbers its measurements. Every long computation regularly calls [`check`], which unwinds if the watchdog found that the current
//! measurement takes too long. Nothing here reads a clock: the caller of [`Watchdog::check`] does. As long as no watchdog was started, a check costs
//! one load.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Panic payload with which a measurement that takes too long unwinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExceeded;

/// Measurement of one thread: its number, or 0 between two measurements.
#[derive(Default)]
struct Slot {
    number: AtomicU64,
    /// Number of the last measurement that the watchdog ended.
    over: AtomicU64,
    /// Number of measurements so far.
    count: AtomicU64,
}

impl Slot {
    fn is_over(&self, number: u64) -> bool {
        number != 0 && self.over.load(Ordering::Relaxed) == number
    }
}

/// Whether a watchdog was started.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The slots of all threads that ever measured.
static SLOTS: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: Arc<Slot> = {
        let slot = Arc::new(Slot::default());
        slots().push(Arc::downgrade(&slot));
        slot
    };

    /// Whether this thread is measuring, for itself or for another thread.
    static MEASURING: Cell<bool> = const { Cell::new(false) };

    /// Measurement of another thread of which this thread computes a part.
    static LENT: RefCell<Option<Measurement>> = const { RefCell::new(None) };
}

fn slots() -> MutexGuard<'static, Vec<Weak<Slot>>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks a measurement of this thread as running until it is dropped; then the thread returns to its previous measurement.
#[must_use]
pub struct MeasurementGuard {
    before: u64,
    _within: RestoreGuard,
}

/// Begins a measurement of this thread.
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

/// Whether this thread is measuring, for itself or for another thread. A panic then belongs to the measurement and need not be printed.
pub fn is_measuring() -> bool {
    MEASURING.get()
}

/// Ends the measurement of this thread, by unwinding with [`TimeExceeded`], if the watchdog found that it takes too long.
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

/// Handle to a running measurement, for another thread that computes a part of it.
#[derive(Clone, Default)]
pub struct Measurement {
    slot: Option<(Arc<Slot>, u64)>,
    is_measured: bool,
}

impl Measurement {
    /// Returns the measurement of this thread.
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

    /// Computes a part of the measurement on this thread. If the measurement is ended, so is the part.
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

/// Restores the previous measurement of this thread when it is dropped.
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

/// Looks at all measurements from time to time, and ends those that take too long.
#[derive(Default)]
pub struct Watchdog {
    /// For each thread: the measurement at the last look, and the number of looks for which it has been the same.
    seen: Vec<(Weak<Slot>, u64, u32)>,
}

impl Watchdog {
    /// Starts to watch the measurements that begin from now on.
    pub fn begin() -> Self {
        WATCHED.store(true, Ordering::Relaxed);
        Self::default()
    }

    /// Looks at all measurements, and ends those that were running in more than `most` looks.
    pub fn check(&mut self, most: u32) {
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

/// Begins a measurement of this thread that ends at its next check; measurements of other threads are not affected.
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
    fn watchdog_aborts_a_slow_measurement_but_not_the_next_one() {
        let mut watch = Watchdog::begin();
        let first = begin();
        check();
        watch.check(2);
        check();
        watch.check(2);
        drop(first);
        let second = begin();
        watch.check(2);
        watch.check(2);
        check();
        watch.check(2);
        let ended = catch_unwind(AssertUnwindSafe(check)).unwrap_err();
        assert!(ended.is::<TimeExceeded>());
        // A nested measurement has its own time.
        let within = begin();
        check();
        drop(within);
        assert!(catch_unwind(AssertUnwindSafe(check)).is_err() && is_measuring());
        drop(second);
        check();
        assert!(!is_measuring());
    }

    #[test]
    fn nested_measurement_has_its_own_time_limit() {
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
