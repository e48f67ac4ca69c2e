//! Says how specs are run: the options of `run`, which other commands share.

use super::names;
use claims::run::Share;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How specs are run.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Few replicates, into a folder of their own.
    pub quick: bool,
    /// Replace what the results folder holds.
    pub fresh: bool,
    /// Run the trials again that gave no result.
    pub retry_failed: bool,
    /// Write a certificate of every trial.
    pub certificates: bool,
    /// Run learners that are programs of their own.
    pub allow_processes: bool,
    /// Where data files may lie.
    pub data: names::Data,
    /// How long a trial may take.
    pub time_limit: Option<Duration>,
    /// Run a share of the trials, and judge nothing.
    pub share: Option<Share>,
    /// Keys of the specs that are set to other values, each as `KEY=VALUE`: an experiment of its own.
    pub settings: Vec<String>,
}

impl RunOptions {
    /// The folder that results go to.
    pub fn results(&self, results: &Path) -> PathBuf {
        if self.quick {
            results.join("quick")
        } else {
            results.to_owned()
        }
    }
}
