//! Holds the global options of the command line, and prints JSON in one way for all commands.

use crate::study::{Outcome, StudyError};
use std::io::{Write, stdout};
use std::path::PathBuf;

/// The options that all commands share: folders, and the form of the output.
pub(super) struct Settings {
    /// The folder for results.
    pub results: PathBuf,
    /// The folder of the experiment specs.
    pub experiments: PathBuf,
    /// Whether JSON is printed instead of tables.
    pub json: bool,
    /// How much is printed in addition to errors, warnings and JSON.
    pub verbosity: Verbosity,
}

/// How much commands print that run, judge and report, in addition to errors, warnings and JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verbosity {
    /// Nothing.
    Quiet,
    /// Progress on a terminal, tables and paths of reports.
    Usual,
    /// Also the time that each experiment took.
    Verbose,
}

impl Verbosity {
    /// The verbosity of a command line with or without `--quiet` and `--verbose`, which exclude each other.
    pub(super) fn of(quiet: bool, verbose: bool) -> Self {
        match (quiet, verbose) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Verbose,
            (false, false) => Self::Usual,
        }
    }
}

impl Settings {
    /// Whether tables and paths are printed as text.
    pub(super) fn prints_text(&self) -> bool {
        !self.json && self.verbosity != Verbosity::Quiet
    }
}

/// Prints a value as JSON on stdout.
pub(super) fn print_json(value: &impl serde::Serialize) -> Result<(), StudyError> {
    print!("{}", json_text(value)?);
    Ok(())
}

/// A value as JSON, with the end of the line.
pub(super) fn json_text(value: &impl serde::Serialize) -> Result<String, StudyError> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n")
        .map_err(|error| StudyError::usage(error.to_string()))
}

pub(super) fn print_bytes(bytes: &[u8]) -> Result<Outcome, StudyError> {
    let written = stdout().write_all(bytes);
    written.map_err(|error| {
        StudyError::usage(format!("cannot print: {error}"))
            .help("send standard output to a disk with free space")
    })?;
    Ok(Outcome::AsExpected)
}
