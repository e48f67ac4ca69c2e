//! Runs the command `run`: for each spec, runs the trials, judges them and writes the report.

use super::progress::StudyProgress;
use super::run_summary;
use super::settings::Settings;
use super::verdict_table::show;
use crate::study::shell::quoted_path;
use crate::study::{Outcome, RunOptions, StudyError, names, run_all};
use clap::Args;
use std::path::PathBuf;

/// Options of `run`.
#[derive(Debug, Args)]
pub(super) struct RunArguments {
    /// Spec files, or names of experiments such as mit/xor
    #[arg(required = true)]
    pub specs: Vec<PathBuf>,
    /// Set a key of the spec for this run, and store the results in a folder of their own: seed=7, replicates=500, generator.NAME.KEY=…,
    /// variants.NAME.KEY=…; if the spec sweeps the key, the one value replaces the sweep
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub options: RunOptions,
}

pub(super) fn run(arguments: &RunArguments, settings: &Settings) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(&arguments.specs, &settings.experiments)?;
    let progress = StudyProgress::stoppable();
    let options = RunOptions {
        settings: arguments.set.clone(),
        ..arguments.options.clone()
    };
    let results = options.results(&settings.results);
    let (judged, summaries) =
        run_all(&paths, &settings.experiments, &options, &results, &progress)?;
    progress.finish();
    if let Some(share) = options.shard {
        eprintln!(
            "shard {share} is done; when all are: perceptron-lab merge {}",
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
