//! Shows progress to another program: lines of JSON on stderr, a few in a second.

use super::progress::stop_flag;
use crate::study::Watcher;
use serde_json::{Value, json};
use std::io::{Write, stderr};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shortest time between two lines about the same experiment.
const PAUSE: Duration = Duration::from_millis(100);

/// Progress as lines for another program. If that program closes stderr, the run stops as after an interrupt, because no program waits for its result.
pub(super) struct ProgressLines {
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    experiment: String,
    done: u64,
    most: u64,
    written: Option<Instant>,
    /// Number of replicates of the last line.
    told: u64,
}

impl State {
    /// Whether the last line had the current number of replicates.
    fn is_told(&self) -> bool {
        self.told == self.done
    }
}

impl ProgressLines {
    /// Progress lines; an interrupt lets the command store finished work, and a second one ends it at once.
    pub(super) fn stoppable() -> Self {
        Self {
            stop: stop_flag(),
            state: Mutex::default(),
        }
    }

    /// Announces a results folder that the run has written, after the last count of replicates.
    pub(super) fn stored(&self, folder: &Path) {
        let is_told = self.state().is_told();
        if !is_told {
            self.change(true, |_| {});
        }
        self.write(&json!({"stored": folder.display().to_string()}));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, is_news: bool, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let is_due = is_news || state.written.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_due {
            (state.written, state.told) = (Some(Instant::now()), state.done);
            let State {
                experiment,
                done,
                most,
                ..
            } = &*state;
            self.write(
                &json!({"progress": {"experiment": experiment, "done": done, "most": most}}),
            );
        }
    }

    fn write(&self, line: &Value) {
        if writeln!(stderr(), "{line}").is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Watcher for ProgressLines {
    fn expect(&self, replicates: u64) {
        self.change(true, |state| state.most = replicates);
    }

    fn warn(&self, line: &str) {
        self.write(&json!({"warning": line}));
    }

    fn name(&self, experiment: &str) {
        self.change(true, |state| experiment.clone_into(&mut state.experiment));
    }

    fn advance(&self, replicates: u64) {
        self.change(false, |state| state.done += replicates);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
