//! Runs the command `report`: writes the reports of results folders again.

use super::results_version::name_version;
use super::settings::{Settings, print_json};
use super::verdict_table::show_stale_prose;
use crate::report::draw::FigureFormat;
use crate::store::Folder;
use crate::study::results_folder::results_folder;
use crate::study::{self, Outcome, StudyError};
use clap::Args;
use std::path::PathBuf;

/// Options of `report`.
#[derive(Debug, Args)]
pub(super) struct ReportOptions {
    /// Results folders, such as results/smoke, or names of experiments
    #[arg(required = true)]
    pub folders: Vec<PathBuf>,
    /// Also write every figure in these formats, separated by commas, into the folder `figures` of its results, and keep them up to date in later
    /// reports; SVG and PNG are written in any case
    #[arg(long, value_name = "FORMATS", value_delimiter = ',')]
    pub figures: Vec<FigureFormat>,
}

pub(super) fn report(options: &ReportOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let mut outcome = Outcome::AsExpected;
    let folders: Vec<PathBuf> = options
        .folders
        .iter()
        .map(|given| results_folder(given, &settings.results, &settings.experiments))
        .collect::<Result<_, _>>()?;
    for folder in &folders {
        let reported = study::report(&Folder::at(folder), &options.figures)?;
        for missing in reported.missing {
            eprintln!("{}", missing.problem());
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
    } else if settings.prints_text() {
        pages.iter().for_each(|page| println!("{page}"));
    }
    Ok(outcome)
}
