//! Shows progress with an estimate of the time left, on stderr.

use crate::application::Watcher;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar over the replicates of all specs of a command.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar, which stays silent where stderr is no terminal.
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template(
            "{msg:30!} {wide_bar} {human_pos}/{human_len} replicates, {eta} left",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Progress {
    fn expect(&self, replicates: u64) {
        self.bar.set_length(replicates);
    }

    fn warn(&self, line: &str) {
        self.bar.suspend(|| eprintln!("warning: {line}"));
    }

    fn name(&self, experiment: &str) {
        self.bar.set_message(experiment.to_owned());
    }

    fn advance(&self, replicates: u64) {
        self.bar.inc(replicates);
    }
}
