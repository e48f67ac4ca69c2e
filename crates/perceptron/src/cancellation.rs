//! Lets a watchdog end a measurement that takes too long.
//!
//! A measurement is the computation of one trial. Each thread numbers its measurements. Every long computation regularly calls [`check`], which
//! unwinds if the watchdog found that the current measurement takes too long. Nothing here reads a clock: the caller of [`Watchdog::check`] does. As
//! long as no watchdog was started and no signal to stop was given, a check costs two loads.
//!
//! A signal to stop ends every measurement at its next check, by unwinding with [`Stopped`]. Such a measurement has no result, not even a failure.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Panic payload with which the computation of a trial unwinds if it exceeds the time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExceeded;

/// Panic payload with which the computation of a trial unwinds if the whole run is to stop. The trial then counts as not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// Returns what was computed; `None` if the run was stopped before it was ready.
pub fn unless_stopped<T>(computed: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(computed)) {
        Ok(found) => Some(found),
        Err(panic) if panic.is::<Stopped>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// The flag that stops all measurements once it is true.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Ends all measurements at their next [`check`] once the flag is true. Only the first flag of a process counts.
pub fn stop_when(flag: Arc<AtomicBool>) {
    let _first = STOP.set(flag);
}

fn is_stopped() -> bool {
    STOP.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// The watchdog's knowledge of one thread: the number of the measurement (computation of a trial) that it runs, or 0 between two measurements.
#[derive(Default)]
struct Slot {
    number: AtomicU64,
    /// Number of the last measurement of this thread that the watchdog ended.
    over: AtomicU64,
    /// Number of measurements that this thread has begun.
    count: AtomicU64,
}

impl Slot {
    fn is_over(&self, number: u64) -> bool {
        number != 0 && self.over.load(Ordering::Relaxed) == number
    }
}

/// Whether a watchdog was started; until then, threads do not number their measurements.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The slot of every thread that ever began a measurement, for the watchdog.
static SLOTS: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: Arc<Slot> = {
        let slot = Arc::new(Slot::default());
        slots().push(Arc::downgrade(&slot));
        slot
    };

    /// Whether this thread computes a trial, or a part of a trial that another thread computes.
    static MEASURING: Cell<bool> = const { Cell::new(false) };

    /// The other thread's measurement of which this thread computes a part, if it does.
    static LENT: RefCell<Option<Measurement>> = const { RefCell::new(None) };
}

fn slots() -> MutexGuard<'static, Vec<Weak<Slot>>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks a measurement (the computation of a trial) of this thread as running until the guard is dropped; then the thread returns to its previous
/// one.
#[must_use]
pub struct MeasurementGuard {
    before: u64,
    _within: RestoreGuard,
}

/// Begins a measurement (the computation of a trial) on this thread, which ends when the guard is dropped.
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

/// Whether this thread computes a trial, or a part of a trial for another thread. A panic then becomes the failure of that trial and need not be
/// printed.
pub fn is_measuring() -> bool {
    MEASURING.get()
}

/// Ends the trial that this thread computes, by unwinding with [`TimeExceeded`], if the watchdog found that it takes too long, and with [`Stopped`] if
/// the run is to stop.
pub fn check() {
    if is_stopped() && is_measuring() {
        resume_unwind(Box::new(Stopped));
    }
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

/// Handle to a running measurement (the computation of a trial), for another thread that computes a part of this measurement.
#[derive(Clone, Default)]
pub struct Measurement {
    slot: Option<(Arc<Slot>, u64)>,
    is_measured: bool,
}

impl Measurement {
    /// Returns the measurement that this thread runs or computes a part of.
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

    /// Runs `part` on this thread as a part of this measurement. If the watchdog ends the measurement, the next [`check`] ends the part.
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

/// Restores the previous measurement of this thread when the guard is dropped.
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

/// Ends the trials that take too long. The caller calls [`Watchdog::check`] at regular intervals.
#[derive(Default)]
pub struct Watchdog {
    /// For each thread: its slot, the number of its measurement at the last check, and the number of checks since that measurement was first seen.
    seen: Vec<(Weak<Slot>, u64, u32)>,
}

impl Watchdog {
    /// Starts to watch the measurements (computations of trials) that begin from now on.
    pub fn begin() -> Self {
        WATCHED.store(true, Ordering::Relaxed);
        Self::default()
    }

    /// Looks at the measurements of all threads, and ends those that were running in more than `most` of these checks.
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
