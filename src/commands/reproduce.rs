//! Reproduces everything: all specs, the pages over them, and the table of their verdicts.

use super::progress::Progress;
use super::run::{RunArguments, show};
use super::{Outcome, Settings, print_json};
use crate::report;
use crate::study::{StudyError, reproduce, reseed};

pub(super) fn reproduce(
    arguments: &RunArguments,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let progress = Progress::stoppable();
    let (options, results) = (arguments.options(), &settings.results);
    let judged = reproduce::reproduce(&settings.experiments, &options, results, &progress)?;
    progress.finish();
    show(&judged, settings)?;
    if !settings.json {
        println!("\n{}", reproduce::union_bound(&judged.verdicts));
    }
    Ok(Outcome::of(&judged))
}

/// Runs everything with other seeds, and prints what depends on them.
pub(super) fn reseed(
    arguments: &RunArguments,
    count: u64,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let progress = Progress::new();
    let (options, results) = (arguments.options(), &settings.results);
    let reseeds = reseed::reseed(&settings.experiments, &options, count, results, &progress)?;
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
