//! Judges and reports on results folders that exist already.

use super::run::{show, show_stale_prose};
use super::{Outcome, Settings, print_json};
use crate::store::Folder;
use crate::study::{self, Judged, StudyError};
use claims::spec::RESULTS_VERSION;
use std::path::{Path, PathBuf};

pub(super) fn judge(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, StudyError> {
    let mut all = Judged::default();
    for folder in folders {
        all = all.and(study::judge(&Folder::at(folder))?);
        name_version(folder)?;
    }
    show(&all, settings)?;
    Ok(Outcome::of(&all))
}

/// Says of results of an earlier version that they are.
fn name_version(folder: &Path) -> Result<(), StudyError> {
    let manifest = Folder::at(folder).manifest()?;
    let version = manifest.map_or(RESULTS_VERSION, |manifest| manifest.results_version);
    if version < RESULTS_VERSION {
        let path = folder.display();
        eprintln!(
            "warning: {path} holds results of version {version}, read as they are; this program writes version {RESULTS_VERSION} and never mixes the two"
        );
    }
    Ok(())
}

pub(super) fn report(folders: &[PathBuf], settings: &Settings) -> Result<Outcome, StudyError> {
    let mut outcome = Outcome::AsExpected;
    for folder in folders {
        let reported = study::report(&Folder::at(folder))?;
        for missing in reported.missing {
            eprintln!("{missing}");
            outcome = Outcome::Incomplete;
        }
        show_stale_prose(&reported.prose);
        if !reported.prose.missing.is_empty() {
            outcome = Outcome::Incomplete;
        }
        name_version(folder)?;
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
