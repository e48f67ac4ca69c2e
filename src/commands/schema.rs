//! Runs the command `schema`: prints the JSON Schema of a spec.

use super::settings::print_json;
use crate::study::{Outcome, StudyError};

/// Prints the JSON Schema of a spec.
pub(super) fn schema() -> Result<Outcome, StudyError> {
    print_json(&claims::spec::schema())?;
    Ok(Outcome::AsExpected)
}
