//! Runs the command `run`: for each spec, runs the trials, judges them and writes the report.

use super::progress::StudyProgress;
use super::progress_lines::ProgressLines;
use super::run_summary;
use super::settings::Settings;
use super::verdict_table::show;
use crate::study::{Outcome, RunOptions, StudyError, Watcher, names, run_all};
use clap::{Args, ValueEnum};
use grade::process::shell::quoted_path;
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
    /// Form of the progress on standard error: a bar if it is a terminal, or lines of JSON for another program
    #[arg(long, value_enum, default_value = "bar", value_name = "FORM")]
    pub progress: ProgressForm,
    #[command(flatten)]
    pub options: RunOptions,
}

/// Form in which a run shows its progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgressForm {
    /// A bar, if standard error is a terminal
    Bar,
    /// Lines of JSON
    Lines,
}

pub(super) fn run(arguments: &RunArguments, settings: &Settings) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(&arguments.specs, &settings.experiments)?;
    let options = RunOptions {
        settings: arguments.set.clone(),
        ..arguments.options.clone()
    };
    let results = options.results(&settings.results);
    let run = |progress: &dyn Watcher| {
        run_all(&paths, &settings.experiments, &options, &results, progress)
    };
    let (judged, summaries) = match arguments.progress {
        ProgressForm::Lines => {
            let progress = ProgressLines::stoppable();
            let ended = run(&progress)?;
            for summary in &ended.1 {
                progress.stored(&results.join(&summary.experiment));
            }
            ended
        }
        ProgressForm::Bar => {
            let progress = StudyProgress::stoppable(settings.verbosity);
            let ended = run(&progress)?;
            progress.finish();
            ended
        }
    };
    if let Some(share) = options.shard {
        let mut shards = results.join("shards");
        // The shards of one study are merged.
        if let ([path], true) = (paths.as_slice(), arguments.set.is_empty()) {
            shards.push(names::name(path, &settings.experiments));
        }
        eprintln!(
            "shard {share} is done; when all are: perceptron-lab merge {}",
            quoted_path(&shards)
        );
        return Ok(Outcome::AsExpected);
    }
    show(&judged, settings)?;
    if settings.prints_text() {
        run_summary::show(&judged, &summaries, &results);
    }
    Ok(Outcome::of(&judged))
}
