//! Shows progress and the estimated remaining time on stderr.

use super::settings::Verbosity;
use crate::study::Watcher;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use perceptron::cancellation;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A progress bar over the replicates of all specs of a command.
pub(super) struct StudyProgress {
    bar: ProgressBar,
    /// Prints lines now and then where the bar is hidden, because stderr is no terminal.
    heartbeat: Mutex<Option<Heartbeat>>,
    /// Set by a signal such as Ctrl-C, if the command can be stopped.
    stop: Arc<AtomicBool>,
    told: Once,
    /// Name of the experiment that is running.
    experiment: Mutex<String>,
    /// When the experiment began, if its time is to be printed.
    began: Mutex<Option<Instant>>,
    is_verbose: bool,
    /// What is counted.
    unit: &'static str,
}

/// What is usually counted.
const REPLICATES: &str = "replicates";

/// Number of columns of a terminal below which the progress bar shows a percentage only.
const NARROW: usize = 90;

/// A style of the progress bar, with whole replicates per second.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // The default format has four decimals.
    style.with_key("per_sec", |state: &ProgressState, text: &mut dyn Write| {
        let _written = write!(text, "{:.0}/s", state.per_sec());
    })
}

impl StudyProgress {
    /// Creates the progress bar; it is hidden if stderr is no terminal.
    pub(super) fn new(verbosity: Verbosity) -> Self {
        let bar = match std::env::var("TERM").as_deref() {
            _ if verbosity == Verbosity::Quiet => ProgressBar::hidden(),
            // A terminal that cannot move the cursor back would show every state of the bar.
            Ok("dumb") => ProgressBar::hidden(),
            _ => ProgressBar::new(0),
        };
        // Until the replicates are counted there is nothing to show but the name of the experiment.
        bar.set_style(style("{msg}"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let is_silent = bar.is_hidden() && verbosity != Verbosity::Quiet;
        let heartbeat = is_silent.then(|| Heartbeat::of(&bar, REPLICATES));
        Self {
            bar,
            heartbeat: Mutex::new(heartbeat),
            stop: Arc::default(),
            told: Once::new(),
            experiment: Mutex::default(),
            began: Mutex::default(),
            is_verbose: verbosity == Verbosity::Verbose,
            unit: REPLICATES,
        }
    }

    /// Counts something else than replicates.
    pub(super) fn counting(mut self, unit: &'static str) -> Self {
        let heartbeat = self.heartbeat.get_mut();
        let heartbeat = heartbeat.unwrap_or_else(PoisonError::into_inner);
        *heartbeat = heartbeat.take().map(|_| Heartbeat::of(&self.bar, unit));
        Self { unit, ..self }
    }

    /// Like [`new`](Self::new), but the first interrupt (Ctrl-C) lets the command store finished work, and a second one ends it at once.
    pub(super) fn stoppable(verbosity: Verbosity) -> Self {
        Self {
            stop: stop_flag(),
            ..Self::new(verbosity)
        }
    }

    fn named(&self) -> MutexGuard<'_, String> {
        self.experiment
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints how long the experiment took that was running, if there is one and its time is to be printed, and notes when the next one begins.
    fn end_experiment(&self) {
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.is_verbose.then(Instant::now);
        if let Some(began) = std::mem::replace(&mut *began, next) {
            let (name, seconds) = (self.named().clone(), began.elapsed().as_secs_f64());
            self.bar.suspend(|| eprintln!("{name}: {seconds:.1} s"));
        }
    }

    /// Removes the progress bar from the terminal.
    pub(super) fn finish(&self) {
        self.end_experiment();
        let mut heartbeat = self
            .heartbeat
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        drop(heartbeat.take());
        self.bar.finish_and_clear();
    }
}

/// A thread that says on stderr, after half a minute and each time that as much time has passed again, that the command goes on.
struct Heartbeat {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    fn of(bar: &ProgressBar, unit: &'static str) -> Self {
        let (stop, stopped) = mpsc::channel();
        let bar = bar.clone();
        let thread = std::thread::spawn(move || {
            let (mut pause, mut passed) = (Duration::from_secs(30), Duration::ZERO);
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                passed += pause;
                pause = passed;
                let (done, all) = (bar.position(), bar.length().unwrap_or_default());
                let (name, seconds) = (bar.message(), passed.as_secs());
                eprintln!("{name}: {done} of {all} {unit} after {seconds} s; Ctrl-C stops");
            }
        });
        Self {
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The thread only prints, and returns nothing.
            let _ended = thread.join();
        }
    }
}

impl Watcher for StudyProgress {
    fn expect(&self, replicates: u64) {
        let narrow = "{msg:24!} {wide_bar} {percent} %, {eta} left".to_owned();
        let [begins, ends] = [
            "{msg:40!} {wide_bar} {human_pos}/{human_len}",
            "{per_sec}, {eta} left",
        ];
        self.bar.set_style(style(&match textwrap::termwidth() {
            0..NARROW => narrow,
            _ => format!("{begins} {}, {ends}", self.unit),
        }));
        self.bar.set_length(replicates);
    }

    fn warn(&self, line: &str) {
        self.bar.suspend(|| eprintln!("warning: {line}"));
    }

    fn name(&self, experiment: &str) {
        self.end_experiment();
        self.bar.set_message(experiment.to_owned());
        experiment.clone_into(&mut self.named());
    }

    fn cell(&self, place: usize, of: usize, decided: Option<usize>) {
        let decided = decided.map_or(String::new(), |decided| format!(", {decided} decided"));
        let message = format!("cell {place}/{of}{decided}: {}", self.named());
        self.bar.set_message(message);
    }

    fn advance(&self, replicates: u64) {
        self.bar.inc(replicates);
    }

    fn is_stopped(&self) -> bool {
        let stopped = self.stop.load(Ordering::Relaxed);
        if stopped {
            self.told.call_once(|| {
                self.bar.suspend(|| {
                    eprintln!(
                        "stopping: trials that are not finished are left out; a second signal stops the program at once"
                    );
                });
            });
        }
        stopped
    }
}

/// A flag that the first interrupt (Ctrl-C) sets; a second one ends the program at once.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::<AtomicBool>::default();
    cancellation::stop_when(stop.clone());
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the shutdown handler must see the flag still unset at the first signal. If no handler can be registered, a signal ends
        // the command as usual.
        let _ending = flag::register_conditional_shutdown(signal, 130, stop.clone())
            .and_then(|_| flag::register(signal, stop.clone()));
    }
    stop
}
