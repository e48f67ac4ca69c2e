//! Runs the command `judge`: judges the trials of existing results folders.

use super::results_version::name_version;
use super::settings::Settings;
use super::verdict_table::show;
use crate::store::Folder;
use crate::study::results_folder::results_folder;
use crate::study::{self, Judged, Outcome, StudyError};
use clap::Args;
use std::path::PathBuf;

/// Options of `judge`.
#[derive(Debug, Args)]
pub(super) struct JudgeOptions {
    /// Results folders, such as results/smoke, or names of experiments
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
}

pub(super) fn judge(options: &JudgeOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let mut all = Judged::default();
    for given in &options.folders {
        let folder = results_folder(given, &settings.results, &settings.experiments)?;
        all = all.and(study::judge(&Folder::at(&folder))?);
        name_version(&folder)?;
    }
    show(&all, settings)?;
    Ok(Outcome::of(&all))
}
