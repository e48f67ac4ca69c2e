//! Judges and reports on results folders that exist already.

use super::run::{outcome, show};
use super::{CliError, Outcome, Settings, pipeline, print_json};
use crate::store::Folder;
use std::path::PathBuf;

pub(super) fn judge(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, CliError> {
    let judged = folders
        .iter()
        .map(|folder| pipeline::judge(&Folder::at(folder)))
        .collect::<Result<Vec<_>, _>>()?;
    let verdicts = judged.concat();
    show(&verdicts, settings)?;
    Ok(outcome(&verdicts))
}

pub(super) fn report(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, CliError> {
    for folder in folders {
        pipeline::report(&Folder::at(folder))?;
    }
    let pages: Vec<String> = folders
        .iter()
        .map(|folder| folder.join("report.html").display().to_string())
        .collect();
    if settings.json {
        print_json(&pages)?;
    } else {
        pages.iter().for_each(|page| println!("{page}"));
    }
    Ok(Outcome::AsExpected)
}
