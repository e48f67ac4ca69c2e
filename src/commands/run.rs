//! Runs specs: trials, verdicts and report of each.

use super::progress::Progress;
use super::run_summary;
use super::{Outcome, Settings, print_json};
use crate::report;
use crate::study::shell::quoted_path;
use crate::study::{Judged, RunOptions, StaleProse, StudyError, names, run_all};
use claims::run::Share;
use clap::Args;
use perceptron::learn::{MOST_PRODUCTS, MOST_UPDATES};
use std::path::PathBuf;
use std::time::Duration;

/// Options of commands that run trials.
#[derive(Debug, Clone, Args)]
pub(super) struct RunArguments {
    /// Few replicates, into results/quick
    #[arg(long)]
    quick: bool,
    /// Replace what the results folder holds
    #[arg(long)]
    fresh: bool,
    /// Run the trials again that gave no result
    #[arg(long)]
    retry_failed: bool,
    /// Write a certificate of every trial into certificates/ of its results folder
    #[arg(long)]
    certificates: bool,
    /// Run learners that are programs of their own (`learner = { process = … }`): they may do whatever you may
    #[arg(long)]
    allow_processes: bool,
    /// Read data files that lie neither below the folder of the experiments nor below the spec's own
    #[arg(long)]
    allow_outside: bool,
    /// End trials that take longer: they have no result, are unknown to every verdict, and `--retry-failed` runs them again
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Run share I of N of what the results lack, into results/shards/NAME/I-of-N; `merge` joins all N
    #[arg(long, value_name = "I/N", conflicts_with_all = ["certificates", "retry_failed"])]
    shard: Option<Share>,
}

/// A time in seconds, from a hundredth of one to a year.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let within = seconds.filter(|seconds| (0.01..=31_536_000.0).contains(seconds));
    within
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "allowed: a number of seconds from 0.01 to 31536000".to_owned())
}

impl RunArguments {
    /// What they mean.
    pub fn options(&self) -> RunOptions {
        RunOptions {
            quick: self.quick,
            fresh: self.fresh,
            retry_failed: self.retry_failed,
            certificates: self.certificates,
            allow_processes: self.allow_processes,
            data: names::Data::allowed(self.allow_outside),
            share: self.shard,
            time_limit: self.time_limit,
            settings: Vec::new(),
        }
    }
}

pub(super) fn run(
    paths: &[PathBuf],
    set: &[String],
    arguments: &RunArguments,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(paths, &settings.experiments)?;
    let (progress, options) = (Progress::stoppable(), arguments.options());
    let options = RunOptions {
        settings: set.to_vec(),
        ..options
    };
    let results = options.results(&settings.results);
    let (judged, summaries) =
        run_all(&paths, &settings.experiments, &options, &results, &progress)?;
    progress.finish();
    if let Some(share) = options.share {
        eprintln!(
            "share {share} is done; when all are: perceptron-lab merge {}",
            quoted_path(&results.join("shards"))
        );
        return Ok(Outcome::AsExpected);
    }
    show(&judged, settings)?;
    if !settings.json {
        run_summary::show(&judged, &summaries, &results);
    }
    Ok(Outcome::of(&judged))
}

/// Prints verdicts as a table, one row per claim, or as JSON; and says on stderr which trials gave no result.
pub(super) fn show(judged: &Judged, settings: &Settings) -> Result<(), StudyError> {
    if let Some((address, message)) = &judged.failures.first {
        let count = judged.failures.count;
        eprintln!(
            "{count} of the trials gave no result; the first is {address}: {message}\n  = help: `run --retry-failed` runs just those again"
        );
    }
    if judged.endless > 0 {
        let (count, updates, products) = (judged.endless, MOST_UPDATES, MOST_PRODUCTS);
        eprintln!(
            "{count} of the trials were cut off where the spec states no cap, after {updates} updates or {products} products of features\n  = help: set `stop` to {{ updates = N }}"
        );
    }
    if let Some((verdict, reason)) = judged
        .verdicts
        .iter()
        .find_map(|verdict| Some((verdict, verdict.missing.as_ref()?)))
    {
        let (failed, id) = (verdict.failed, &verdict.id);
        eprintln!(
            "{failed} of the trials have no value for `{id}`; the first: {reason}\n  = help: state in `premises` when the claim speaks; `perceptron-lab list premises` shows them"
        );
    }
    show_stale_prose(&judged.prose);
    if settings.json {
        return print_json(&judged.verdicts);
    }
    print!(
        "{}",
        report::text(&report::table(&report::summarise(&judged.verdicts)))
    );
    Ok(())
}

/// Says on stderr which words and numbers of the reports' prose the trials do not bear out.
pub(super) fn show_stale_prose(prose: &StaleProse) {
    for line in &prose.missing {
        eprintln!(
            "error: {line}\n  = help: correct the placeholder in the spec, then run or `report` again; `perceptron-lab explain placeholder`"
        );
    }
    prose
        .untrue
        .iter()
        .for_each(|line| eprintln!("warning: {line}"));
}
