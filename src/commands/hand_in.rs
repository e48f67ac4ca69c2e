//! Runs the command `hand-in`: marks homework whose answers are witnesses, or prints the version of a student.

use super::settings::{Settings, json_text};
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
    let handed_in = homework::hand_in(options)?;
    let text = match settings.json && options.form.is_none() {
        true => json_text(&handed_in.json)?,
        false => handed_in.text.clone(),
    };
    match &options.output {
        Some(path) => outputs::save(path, text)?,
        None => print!("{text}"),
    }
    Ok(match handed_in.is_full() {
        true => Outcome::AsExpected,
        false => Outcome::Unexpected,
    })
}
