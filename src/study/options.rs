//! Says how specs are run: the options of `run`, which `reproduce` shares, as the command line has them.

use super::names;
use claims::run::Shard;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How specs are run.
#[derive(Debug, Clone, Default, Args)]
pub struct RunOptions {
    /// Run few replicates, into results/quick
    #[arg(long)]
    pub quick: bool,
    /// Replace what the results folder holds
    #[arg(long)]
    pub fresh: bool,
    /// Run trials again that have no result
    #[arg(long)]
    pub retry_failed: bool,
    /// Write a certificate of every trial into certificates/ of its results folder
    #[arg(long)]
    pub certificates: bool,
    /// Run external learners (`learner = { process = … }`): they may do whatever you may
    #[arg(long)]
    pub allow_processes: bool,
    /// Read data files that lie neither below the folder of the experiments nor below the spec's own
    #[arg(long)]
    pub allow_outside: bool,
    /// Abort trials after SECONDS: an aborted trial has no result, so no claim can hold over it; `--retry-failed` runs it again
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Run shard I of N of the missing trials, into results/shards/NAME/I-of-N; `merge` joins all N
    #[arg(long, value_name = "I/N", conflicts_with_all = ["certificates", "retry_failed"])]
    pub shard: Option<Shard>,
    /// Keys of the specs that are set to other values, each as `KEY=VALUE`; the result is a separate experiment.
    #[arg(skip)]
    pub settings: Vec<String>,
}

/// Parses a time in seconds, from a hundredth of a second to a year.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let within = seconds.filter(|seconds| (0.01..=31_536_000.0).contains(seconds));
    within
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "allowed: a number of seconds from 0.01 to 31536000".to_owned())
}

impl RunOptions {
    /// Folder that results go to.
    pub fn results(&self, results: &Path) -> PathBuf {
        if self.quick {
            results.join("quick")
        } else {
            results.to_owned()
        }
    }

    /// Where data files may lie.
    pub fn data(&self) -> names::Data {
        names::Data::allowed(self.allow_outside)
    }
}
