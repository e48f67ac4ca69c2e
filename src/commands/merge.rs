//! Runs the command `merge`: merges the shards of a study.

use super::progress::StudyProgress;
use super::settings::Settings;
use super::verdict_table::show;
use crate::study::merge::merge as merged;
use crate::study::{Outcome, RunOptions, StudyError};
use clap::Args;
use std::path::PathBuf;

/// Options of `merge`.
#[derive(Debug, Args)]
pub(super) struct MergeOptions {
    /// The folders of all shards, or the folder that contains them: results/shards/NAME for the experiment NAME
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
}

pub(super) fn merge(options: &MergeOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let progress = StudyProgress::new(settings.verbosity);
    let merged = merged(
        &options.folders,
        &settings.results,
        &RunOptions::default(),
        &progress,
    )?;
    progress.finish();
    let name = &merged.experiment;
    if merged.again {
        eprintln!("the shards of {name} were merged before");
    }
    match &merged.judged {
        Some(judged) => show(judged, settings)?,
        None => eprintln!(
            "{name}: {} cells are not decided; run the same shards again for the next round, and merge them",
            merged.open
        ),
    }
    Ok(merged.outcome())
}
