//! Lets whoever has a clock end a measurement that takes too long, at the places that every long computation comes by; it reads no clock itself.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a measurement that takes too long unwinds with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded;

/// What a thread measures: the number of the measurement, or 0 between two.
#[derive(Default)]
struct Slot {
    number: AtomicU64,
    /// The last number that is to end.
    over: AtomicU64,
    /// Measurements so far.
    count: AtomicU64,
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
}

fn slots() -> MutexGuard<'static, Vec<Weak<Slot>>> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that this thread begins a measurement.
pub fn begin() {
    if WATCHED.load(Ordering::Relaxed) {
        OWN.with(|own| {
            let number = own.count.fetch_add(1, Ordering::Relaxed) + 1;
            own.number.store(number, Ordering::Relaxed);
        });
    }
}

/// Says that this thread has ended its measurement.
pub fn end() {
    if WATCHED.load(Ordering::Relaxed) {
        OWN.with(|own| own.number.store(0, Ordering::Relaxed));
    }
}

/// Ends the measurement of this thread by unwinding with [`Exceeded`] where somebody found that it takes too long.
pub fn check() {
    if WATCHED.load(Ordering::Relaxed) && OWN.with(|own| is_over(own)) {
        resume_unwind(Box::new(Exceeded));
    }
}

fn is_over(own: &Slot) -> bool {
    let number = own.number.load(Ordering::Relaxed);
    number != 0 && own.over.load(Ordering::Relaxed) == number
}

/// Somebody who looks at all measurements from time to time.
#[derive(Default)]
pub struct Watch {
    /// What each thread measured at the last look, and for how many looks.
    seen: Vec<(Weak<Slot>, u64, u32)>,
}

impl Watch {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_measurement_ends_that_is_under_way_for_too_many_looks_and_the_next_does_not() {
        let mut watch = Watch::begin();
        begin();
        check();
        watch.look(2);
        check();
        watch.look(2);
        end();
        begin();
        watch.look(2);
        watch.look(2);
        check();
        watch.look(2);
        let ended = catch_unwind(AssertUnwindSafe(check)).unwrap_err();
        assert!(ended.is::<Exceeded>());
        end();
        check();
        begin();
        check();
        end();
    }
}
