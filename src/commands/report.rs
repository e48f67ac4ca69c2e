//! Runs the command `report`: writes the reports of results folders again.

use super::results_version::name_version;
use super::settings::{Settings, print_json};
use super::verdict_table::show_stale_prose;
use crate::store::Folder;
use crate::study::{self, Outcome, StudyError};
use clap::Args;
use std::path::PathBuf;

/// Options of `report`.
#[derive(Debug, Args)]
pub(super) struct ReportOptions {
    /// Results folders, such as results/smoke
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
}

pub(super) fn report(options: &ReportOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let mut outcome = Outcome::AsExpected;
    for folder in &options.folders {
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
    let pages: Vec<String> = options
        .folders
        .iter()
        .map(|folder| folder.join("report.html").display().to_string())
        .collect();
    if settings.json {
        print_json(&pages)?;
    } else if settings.prints_text() {
        pages.iter().for_each(|page| println!("{page}"));
    }
    Ok(outcome)
}
