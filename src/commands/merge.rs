//! Merges shares of a study.

use super::progress::Progress;
use super::run::show;
use super::{Outcome, Settings};
use crate::study::merge::merge as merged;
use crate::study::{RunOptions, StudyError};
use std::path::PathBuf;

pub(super) fn merge(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, StudyError> {
    let progress = Progress::new();
    let merged = merged(
        folders,
        &settings.results,
        &RunOptions::default(),
        &progress,
    )?;
    progress.finish();
    let name = &merged.experiment;
    if merged.again {
        eprintln!("the shares of {name} were merged before");
    }
    match &merged.judged {
        Some(judged) => show(judged, settings)?,
        None => eprintln!(
            "{name}: {} cells are not decided; run the same shares again for the next round, and merge them",
            merged.open
        ),
    }
    Ok(merged.outcome())
}
