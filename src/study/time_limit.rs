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

/// Time between two looks of a clock whose time is up.
const OFTEN: Duration = Duration::from_millis(20);

impl Clock {
    /// Lets trials run for a time all together, and then ends every trial that is running or begins, until this value is dropped.
    pub(super) fn for_all(time: Duration) -> Self {
        Self::watching(time, OFTEN, 0)
    }

    /// Ends trials that take longer than a limit, at most a tenth of the limit late.
    pub(super) fn start(limit: Duration) -> Self {
        Self::watching(limit / LOOKS, limit / LOOKS, LOOKS)
    }

    /// Looks at the running trials after a first pause, and then after every further one; ends those that were seen in more than `most` looks.
    fn watching(first: Duration, pause: Duration, most: u32) -> Self {
        let (stop, stopped) = mpsc::channel();
        let mut watch = Watchdog::begin();
        let thread = std::thread::spawn(move || {
            let mut next = first;
            while stopped.recv_timeout(next) == Err(RecvTimeoutError::Timeout) {
                watch.check(most);
                next = pause;
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
