//! Runs the command `hand-in`: marks homework whose answers are witnesses, or prints the version of a student.

use super::settings::Settings;
use crate::study::{Outcome, StudyError, outputs};
use grade::homework::{self, HandInOptions};

pub(super) fn run(options: &HandInOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    if let Some(path) = &options.output {
        let answers = options
            .answers
            .iter()
            .map(|path| ("an answer", path.clone()));
        let read = answers.chain([("the sheet", options.sheet.clone())]);
        outputs::refuse(&[("--output", path.clone())], &read.collect::<Vec<_>>())?;
    }
    let handed_in = homework::hand_in(options, settings.json)?;
    match &options.output {
        Some(path) => outputs::save(path, &handed_in.text)?,
        None => print!("{}", handed_in.text),
    }
    Ok(match handed_in.is_full {
        true => Outcome::AsExpected,
        false => Outcome::Unexpected,
    })
}
