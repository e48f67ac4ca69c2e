//! Ends the processes of learners when the program itself is ended by a signal.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Ids of the process groups of all running learners. A learner has a group of its own, so that the processes that it starts end with it; therefore
/// Ctrl-C does not reach the learner, and this program must kill it.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

static WATCHING: Once = Once::new();

fn live() -> MutexGuard<'static, BTreeSet<i32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers the process group of a learner, which must not outlive this program.
pub(super) fn enter(group: Pid) {
    WATCHING.call_once(watch);
    live().insert(group.as_raw_pid());
}

/// Removes the process group of a learner that has ended.
pub(super) fn leave(group: Pid) {
    live().remove(&group.as_raw_pid());
}

/// Starts a thread that waits for signals that end this program, and kills all learners before it ends. Without the thread, a learner still sees the
/// end of its input when the program ends.
fn watch() {
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let groups = live()
                .iter()
                .copied()
                .filter_map(Pid::from_raw)
                .collect::<Vec<_>>();
            for group in groups {
                let _gone = kill_process_group(group, Signal::KILL);
            }
            let _never = emulate_default_handler(signal);
        }
    });
}
