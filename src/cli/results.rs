//! Judges and reports on results folders that exist already.

use super::run::show;
use super::{Outcome, Settings, print_json};
use crate::application::{self, ApplicationError, Judged};
use crate::store::Folder;
use std::path::PathBuf;

pub(super) fn judge(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, ApplicationError> {
    let mut all = Judged::default();
    for folder in folders {
        all = all.and(application::judge(&Folder::at(folder))?);
    }
    show(&all, settings)?;
    Ok(Outcome::of(&all))
}

pub(super) fn report(
    folders: &[PathBuf],
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    let mut outcome = Outcome::AsExpected;
    for folder in folders {
        let reported = application::report(&Folder::at(folder))?;
        for missing in reported.missing {
            eprintln!("{missing}");
            outcome = Outcome::Incomplete;
        }
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
    Ok(outcome)
}
