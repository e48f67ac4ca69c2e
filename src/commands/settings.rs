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
        .map_err(|error| StudyError::Usage(error.to_string()))
}

pub(super) fn print_bytes(bytes: &[u8]) -> Result<Outcome, StudyError> {
    let written = stdout().write_all(bytes);
    written.map_err(|error| {
        StudyError::Usage(format!(
            "error: cannot print: {error}\n  = help: send standard output to a disk with free space"
        ))
    })?;
    Ok(Outcome::AsExpected)
}
