//! Shows the stages of an analysis to another program: lines of JSON on stderr.

use crate::analyze::AnalysisProgress;
use serde_json::json;
use std::io::{Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time between two lines.
const PAUSE: Duration = Duration::from_millis(500);

/// The stage that an analysis has reached: its name, and how many of its units of work are finished; of 0 units their number is unknown.
#[derive(Default)]
struct Stage {
    name: String,
    done: u64,
    most: u64,
}

impl Stage {
    fn tell(&self) {
        let Self { name, done, most } = self;
        let line = json!({"progress": {"stage": name, "done": done, "most": most}});
        // The reader of the lines may be gone; the analysis goes on, because its result is asked for.
        let _ = writeln!(stderr(), "{line}");
    }
}

/// Stages of an analysis as lines for another program: one at the start of a stage, and more as long as it lasts.
pub(super) struct StageLines {
    stage: Arc<Mutex<Stage>>,
    ended: Sender<()>,
    writer: JoinHandle<()>,
}

impl StageLines {
    pub(super) fn start() -> Self {
        let (stage, (ended, end)) = (Arc::new(Mutex::new(Stage::default())), channel());
        let seen = Arc::clone(&stage);
        let writer = thread::spawn(move || {
            while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                seen.lock().unwrap_or_else(PoisonError::into_inner).tell();
            }
        });
        Self {
            stage,
            ended,
            writer,
        }
    }

    /// Writes no more lines.
    pub(super) fn finish(self) {
        drop(self.ended);
        let _ = self.writer.join();
    }

    fn change(&self, change: impl FnOnce(&mut Stage)) {
        change(&mut self.stage.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl AnalysisProgress for StageLines {
    fn stage(&self, words: &str, units: u64) {
        self.change(|stage| {
            *stage = Stage {
                name: words.to_owned(),
                done: 0,
                most: units,
            };
            stage.tell();
        });
    }

    fn reached(&self, units: u64) {
        self.change(|stage| stage.done = units);
    }
}
