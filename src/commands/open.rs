//! Runs the command `open`: opens a page of the results in the browser.

use super::settings::{Settings, print_json};
use crate::study::results_folder::{command_of, results_folder};
use crate::study::{Outcome, StudyError};
use clap::Args;
use grade::process::shell::quoted_path;
use std::path::{Path, PathBuf};

/// Options of `open`.
#[derive(Debug, Args)]
pub(super) struct OpenOptions {
    /// An experiment such as mit/xor, its spec, or its results folder (default: the index of all results)
    experiment: Option<PathBuf>,
    /// Print the path of the page without opening it
    #[arg(long)]
    print: bool,
}

pub(super) fn open(options: &OpenOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let page = match &options.experiment {
        Some(experiment) => report_of(experiment, settings)?,
        None => index(settings)?,
    };
    if settings.json {
        print_json(&page)?;
    } else {
        println!("{}", page.display());
    }
    if !options.print && open::that_detached(&page).is_err() {
        return Err(StudyError::usage("no browser could be started")
            .help("open the page above in a browser"));
    }
    Ok(Outcome::AsExpected)
}

fn index(settings: &Settings) -> Result<PathBuf, StudyError> {
    let page = settings.results.join("index.html");
    existing(page, "write it: perceptron-lab reproduce")
}

/// Finds the report page of an experiment, given by its results folder, its name or its spec.
fn report_of(experiment: &Path, settings: &Settings) -> Result<PathBuf, StudyError> {
    let folder = results_folder(experiment, &settings.results, &settings.experiments)?;
    let command = match folder.join("trials.parquet").is_file() {
        true => format!("perceptron-lab report {}", quoted_path(&folder)),
        false => command_of(&folder)?,
    };
    existing(folder.join("report.html"), &format!("write it: {command}"))
}

/// Returns the path of a page if it exists; otherwise an error with the advice `help`.
fn existing(page: PathBuf, help: &str) -> Result<PathBuf, StudyError> {
    match page.is_file() {
        true => Ok(page),
        false => Err(
            StudyError::usage(format!("there is no page {}", page.display()))
                .help(help.to_string()),
        ),
    }
}
