//! Runs specs: trials, verdicts and report of each.

use super::progress::Progress;
use super::{CliError, Outcome, Settings, pipeline, print_json, witness};
use crate::report::{self, Summary};
use crate::store::Folder;
use claims::judge::Verdict;
use claims::spec::Spec;
use clap::Args;
use std::path::{Path, PathBuf};

/// Options of commands that run trials.
#[derive(Debug, Clone, Args)]
pub(super) struct RunOptions {
    /// Few replicates, into results/quick
    #[arg(long)]
    pub quick: bool,
    /// Replace what the results folder holds
    #[arg(long)]
    pub fresh: bool,
    /// Write a certificate of every trial into certificates/ of its results folder
    #[arg(long)]
    pub certificates: bool,
}

impl RunOptions {
    /// The folder that results go to.
    pub fn results(&self, settings: &Settings) -> PathBuf {
        if self.quick {
            settings.results.join("quick")
        } else {
            settings.results.clone()
        }
    }
}

pub(super) fn run(
    paths: &[PathBuf],
    options: &RunOptions,
    settings: &Settings,
) -> Result<Outcome, CliError> {
    let results = options.results(settings);
    let (verdicts, _) = run_all(paths, options, &results)?;
    show(&verdicts, settings)?;
    Ok(outcome(&verdicts))
}

/// Reads all specs first, so that a mistake in one stops the command before anything is written.
pub(super) fn run_all(
    paths: &[PathBuf],
    options: &RunOptions,
    results: &Path,
) -> Result<(Vec<Verdict>, Vec<Summary>), CliError> {
    let read = |path: &PathBuf| {
        Spec::read(path).map(|spec| if options.quick { spec.quick() } else { spec })
    };
    let specs = paths.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(specs.iter().map(pipeline::replicates).sum());
    let (mut verdicts, mut summaries) = (Vec::new(), Vec::new());
    for (spec, path) in specs.iter().zip(paths) {
        progress.name(&spec.name);
        let folder = Folder::of(results, &spec.name);
        pipeline::run_trials(
            spec,
            path.parent().unwrap_or(Path::new("")),
            &folder,
            options.fresh,
            options.quick,
            &progress,
        )?;
        let judged = pipeline::judge(&folder)?;
        witness::write_all(spec, &folder, &judged, options.certificates)?;
        verdicts.extend(judged);
        summaries.push(pipeline::report(&folder)?);
    }
    progress.finish();
    Ok((verdicts, summaries))
}

/// Prints verdicts as a table, one row per claim, or as JSON.
pub(super) fn show(verdicts: &[Verdict], settings: &Settings) -> Result<(), CliError> {
    if settings.json {
        return print_json(&verdicts);
    }
    print!(
        "{}",
        report::text(&report::table(&report::summarise(verdicts)))
    );
    Ok(())
}

/// The exit code that verdicts deserve.
pub(super) fn outcome(verdicts: &[Verdict]) -> Outcome {
    let of_one = |verdict: &Verdict| match verdict.as_expected {
        true => Outcome::AsExpected,
        false if verdict.failed > 0 => Outcome::Incomplete,
        false => Outcome::Unexpected,
    };
    verdicts
        .iter()
        .map(of_one)
        .max()
        .unwrap_or(Outcome::AsExpected)
}
