//! The clock behind a time limit on trials: one that takes longer is a trial without a result, and the others go on.

use perceptron::cancellation::Watchdog;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Looks at the trials under way within one limit.
const LOOKS: u32 = 20;

/// A clock that runs as long as it is held.
pub(super) struct Clock {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    /// Ends trials that take longer than a limit, by at most a tenth of it.
    pub(super) fn start(limit: Duration) -> Self {
        let (stop, stopped) = mpsc::channel();
        let mut watch = Watchdog::begin();
        let thread = std::thread::spawn(move || {
            let pause = limit / LOOKS;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                watch.look(LOOKS);
            }
        });
        Self {
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It only looks, and has nothing to say.
            let _ended = thread.join();
        }
    }
}
