//! Runs the clock of a time limit on trials: a trial that takes longer ends without a result, and the others go on.

use perceptron::cancellation::Watchdog;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Number of times that the running trials are checked within one time limit.
const LOOKS: u32 = 20;

/// A thread that ends trials which exceed a time limit, until this value is dropped.
pub(super) struct Clock {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    /// Ends trials that take longer than a limit, at most a tenth of the limit late.
    pub(super) fn start(limit: Duration) -> Self {
        let (stop, stopped) = mpsc::channel();
        let mut watch = Watchdog::begin();
        let thread = std::thread::spawn(move || {
            let pause = limit / LOOKS;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                watch.check(LOOKS);
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
            // The thread only checks trials and returns nothing.
            let _ended = thread.join();
        }
    }
}
