//! Runs the command `export`: writes the sample of a trial, and prints which files were written.

use super::settings::{Settings, print_json};
use crate::study::export::{ExportPaths, Exported, export};
use crate::study::{Outcome, StudyError};
use clap::Args;
use std::path::PathBuf;

/// Options of `export`.
#[derive(Debug, Args)]
pub(super) struct ExportOptions {
    /// Address of the trial, experiment:cell-key:variant:replicate: copy it from results/NAME/verdicts.json, where `witness` is the address of the
    /// trial that decides and `closest` that of the trial nearest to its limit. The cell-key lists the keys of the generator with their values, and
    /// those keys of variants that the spec sweeps
    pub address: String,
    /// Output file; the name selects the format: .csv, .libsvm or .svm, .parquet, .npy, or FOLDER/data/NAME.dat for a reference run that `conform`
    /// reads
    #[arg(long, value_name = "FILE")]
    pub to: PathBuf,
    /// Also write the examples on which the trial was tested; with folds, those of each fold into a file of its own: FILE-1.csv, FILE-2.csv, …
    #[arg(long, value_name = "FILE")]
    pub test: Option<PathBuf>,
    /// Also write the certificate of the trial to this file: its updates and their order in JSON, which `replay ADDRESS --certificate FILE` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

pub(super) fn show(options: &ExportOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    let paths = ExportPaths {
        to: &options.to,
        test: options.test.as_deref(),
        certificate: options.certificate.as_deref(),
    };
    let exported = export(&options.address, paths, results, experiments)?;
    if settings.json {
        print_json(&exported)?;
    } else {
        print(&exported);
    }
    Ok(Outcome::AsExpected)
}

fn print(exported: &Exported) {
    let Exported {
        examples, features, ..
    } = exported;
    println!("{examples} examples of {features} features, labels -1 and 1");
    let numbers = match (exported.exact, exported.endless_decimals) {
        (false, _) => {
            "doubles, in the shortest decimals that read back as the same double".to_owned()
        }
        (true, 0) => "exact decimals".to_owned(),
        (true, endless) => format!(
            "exact, but {endless} have no finite decimals: p/q in CSV, rounded to doubles in other formats"
        ),
    };
    println!("the numbers are {numbers}");
    for file in &exported.files {
        println!("written: {}", file.display());
    }
}
