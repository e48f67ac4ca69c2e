//! Says how specs are run: the options of `run`, which `reproduce` shares, as the command line has them.

use super::names;
use crate::report::draw::FigureFormat;
use claims::run::Shard;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How specs are run.
#[derive(Debug, Clone, Default, Args)]
pub struct RunOptions {
    /// Run only `quick_replicates` replicates per cell (20 if the spec does not say), into results/quick
    #[arg(long)]
    pub quick: bool,
    /// Discard the stored results of the specs that are run, and run all their trials again; results of other specs stay
    #[arg(long)]
    pub fresh: bool,
    /// Also run failed and aborted trials again; trials that were never run are run in any case
    #[arg(long)]
    pub retry_failed: bool,
    /// Write a certificate of every trial, its updates and their order, into certificates/ of its results folder; `replay ADDRESS --certificate FILE`
    /// checks one
    #[arg(long)]
    pub certificates: bool,
    /// Run the programs of external learners (`learner = { process = … }`), which have all your permissions; without this option such a spec is
    /// refused
    #[arg(long)]
    pub allow_processes: bool,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    pub allow_outside: bool,
    /// Abort each trial that takes longer than SECONDS. It then has no result, so no claim about it gets the verdict `holds`; `--retry-failed` runs
    /// it again
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Run shard I of N, a part of the trials that are not yet in the results folder, into results/shards/NAME/I-of-N. All N must start from the same
    /// results folder; `merge` joins them
    #[arg(long, value_name = "I/N", conflicts_with_all = ["certificates", "retry_failed"])]
    pub shard: Option<Shard>,
    /// Also write every figure in these formats, separated by commas, into the folder `figures` of its results, and keep them up to date in later
    /// reports; SVG and PNG are written in any case
    #[arg(
        long,
        value_name = "FORMATS",
        value_delimiter = ',',
        conflicts_with = "shard"
    )]
    pub figures: Vec<FigureFormat>,
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
    /// Folder that results are written to: the given one, or the folder of quick runs in it.
    pub fn results(&self, results: &Path) -> PathBuf {
        if self.quick {
            results.join("quick")
        } else {
            results.to_owned()
        }
    }

    /// Where the data files of specs may lie.
    pub fn data(&self) -> names::Data {
        names::Data::allowed(self.allow_outside)
    }
}
