//! Runs the command `grade`: prints which claims hold for a learner, which are refuted, and the smallest samples that refute them.

use super::settings::Settings;
use crate::study::{Outcome, StudyError, outputs};
use grade::command::{self, GradeOptions, Graded};
use std::path::PathBuf;

pub(super) fn grade(options: &GradeOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    if let Some(path) = &options.output {
        let words = command::command_words(&options.command)?.into_iter();
        let words = words.map(|word| ("the learner", PathBuf::from(word)));
        outputs::refuse(&[("--output", path.clone())], &words.collect::<Vec<_>>())?;
    }
    let graded = command::grade(options, settings.json)?;
    let Graded { text, .. } = &graded;
    match &options.output {
        Some(path) => outputs::save(path, text)?,
        None if graded.is_program => print!("{text}"),
        // Standard output has the requests.
        None => eprint!("{text}"),
    }
    Ok(match (graded.refuted, graded.complete) {
        (true, _) => Outcome::Unexpected,
        (false, true) => Outcome::AsExpected,
        (false, false) => Outcome::Incomplete,
    })
}
