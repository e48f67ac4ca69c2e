//! Reproduces everything: all specs, the pages over them, and the table of their verdicts.

use super::progress::Progress;
use super::run::{RunArguments, show};
use super::{Outcome, Settings};
use crate::application::{ApplicationError, reproduce};

pub(super) fn reproduce(
    arguments: &RunArguments,
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    let progress = Progress::new();
    let (options, results) = (arguments.options(), &settings.results);
    let judged = reproduce::reproduce(&settings.experiments, &options, results, &progress)?;
    progress.finish();
    show(&judged, settings)?;
    if !settings.json {
        println!("\n{}", reproduce::union_bound(&judged.verdicts));
    }
    Ok(Outcome::of(&judged))
}
