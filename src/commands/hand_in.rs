//! Runs the command `hand-in`: marks homework whose answers are witnesses, or prints the version of a student.

use super::settings::{Settings, print_json};
use crate::study::{Outcome, StudyError};
use grade::homework::{self, HandInOptions};

pub(super) fn run(options: &HandInOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let handed_in = homework::hand_in(options)?;
    match settings.json {
        true => print_json(&handed_in.json)?,
        false => print!("{}", handed_in.text),
    }
    Ok(match handed_in.is_full() {
        true => Outcome::AsExpected,
        false => Outcome::Unexpected,
    })
}
