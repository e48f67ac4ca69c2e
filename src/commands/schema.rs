//! Runs the command `schema`: prints the JSON Schema of a spec, or of a file of theorems.

use super::settings::print_json;
use crate::study::{Outcome, StudyError};
use clap::{Args, ValueEnum};

/// Kind of file that a JSON Schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Described {
    /// A spec
    Spec,
    /// A file of theorems
    Theorems,
}

/// Options of `schema`.
#[derive(Debug, Args)]
pub(super) struct SchemaOptions {
    /// Kind of file that the schema describes
    #[arg(default_value = "spec")]
    pub of: Described,
}

pub(super) fn schema(options: &SchemaOptions) -> Result<Outcome, StudyError> {
    print_json(&match options.of {
        Described::Spec => claims::spec::schema(),
        Described::Theorems => claims::spec::schema_of_theorems(),
    })?;
    Ok(Outcome::AsExpected)
}
