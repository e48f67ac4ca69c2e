//! Runs the command `trials`: writes stored trials as CSV.

use super::settings::{Settings, print_json};
use crate::store::{CsvColumns, CsvError, Folder, write_trials_csv};
use crate::study::results_folder::results_folder;
use crate::study::{Outcome, StudyError, outputs};
use claims::spec::nearest;
use clap::Args;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Options of `trials`.
#[derive(Debug, Args)]
pub(super) struct TrialsOptions {
    /// Results folder, name of an experiment, or spec
    #[arg(value_name = "RESULTS")]
    experiment: PathBuf,
    /// Write only these columns, in this order
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Write underscores in place of dots and other signs in the names of columns
    #[arg(long)]
    plain_names: bool,
    /// File to write (default: standard output). An existing file is replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn trials(options: &TrialsOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    let folder = Folder::at(&results_folder(&options.experiment, results, experiments)?);
    let path = options
        .output
        .as_ref()
        .filter(|path| path.as_path() != Path::new("-"));
    let columns = CsvColumns {
        names: options.columns.clone(),
        plain: options.plain_names,
    };
    let Some(path) = path else {
        let written = write_trials_csv(&folder, &columns, io::stdout().lock());
        written.or_else(|error| told(error).map(|()| 0))?;
        return Ok(Outcome::AsExpected);
    };
    let given = outputs::requested([("--output", Some(path))]);
    outputs::refuse_studies(&given, std::slice::from_ref(&folder), experiments)?;
    let mut text = Vec::new();
    let rows =
        write_trials_csv(&folder, &columns, &mut text).or_else(|error| told(error).map(|()| 0))?;
    outputs::save(path, &text)?;
    match settings.json {
        true => print_json(&serde_json::json!({ "file": path, "trials": rows }))?,
        false => println!("written: {} ({rows} trials)", path.display()),
    }
    Ok(Outcome::AsExpected)
}

/// The error for the user. A reader that has seen enough of standard output is none.
fn told(error: CsvError) -> Result<(), StudyError> {
    Err(match error {
        CsvError::Store(error) => error.into(),
        CsvError::NoColumn(name, all) => {
            let problem = StudyError::usage(format!("the trials have no column `{name}`"));
            match nearest(&name, &all) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem
                    .note("allowed", all.join(", "))
                    .help("without `--columns`, all are written"),
            }
        }
        CsvError::Output(error) => match error.into_kind() {
            csv::ErrorKind::Io(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            csv::ErrorKind::Io(error) => StudyError::usage(format!("standard output: {error}"))
                .help("free space, or write elsewhere"),
            _ => {
                StudyError::usage("the trials cannot be written as CSV").help("read trials.parquet")
            }
        },
    })
}
