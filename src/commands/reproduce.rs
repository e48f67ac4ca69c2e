//! Runs the command `reproduce`: runs all specs, writes the pages about all of them, and prints the table of verdicts.

use super::progress::StudyProgress;
use super::settings::{Settings, print_json};
use super::verdict_table::show;
use crate::report;
use crate::study::{Outcome, RunOptions, StudyError, reproduce, reseed};
use clap::Args;

/// Options of `reproduce`.
#[derive(Debug, Args)]
pub(super) struct ReproduceOptions {
    #[command(flatten)]
    pub options: RunOptions,
    /// Run everything with K other seeds instead, and print every verdict that is not the expected one; trials are not stored, and only
    /// results/reseeds (or results/reseeds/quick) is written
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["fresh", "retry_failed", "certificates", "figures"])]
    pub reseed: Option<u64>,
}

pub(super) fn reproduce(
    arguments: &ReproduceOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    if let Some(count) = arguments.reseed {
        return reseed(&arguments.options, count, settings);
    }
    let progress = StudyProgress::stoppable();
    let (options, results) = (&arguments.options, &settings.results);
    let judged = reproduce::reproduce(&settings.experiments, options, results, &progress)?;
    progress.finish();
    show(&judged, settings)?;
    if !settings.json {
        println!("\n{}", reproduce::union_bound(&judged.verdicts));
    }
    Ok(Outcome::of(&judged))
}

/// Runs all experiments with `count` other seeds, and prints the verdicts that depend on the seed.
fn reseed(options: &RunOptions, count: u64, settings: &Settings) -> Result<Outcome, StudyError> {
    let progress = StudyProgress::new();
    let results = &settings.results;
    let reseeds = reseed::reseed(&settings.experiments, options, count, results, &progress)?;
    progress.finish();
    for line in &reseeds.stale_prose {
        eprintln!("warning: {line}");
    }
    if settings.json {
        print_json(&reseeds)?;
    } else {
        let tables = reseeds.tables().map(|table| report::text(&table));
        println!("{}", tables.join("\n"));
    }
    Ok(match reseeds.failed() {
        0 if reseeds.is_stable() => Outcome::AsExpected,
        0 => Outcome::Unexpected,
        _ => Outcome::Incomplete,
    })
}
