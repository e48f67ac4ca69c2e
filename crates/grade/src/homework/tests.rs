//! Tests sheets, versions, marks and the reading of answers.

mod bytes;
mod course_sheet;
mod marks;
mod sheets;

use super::{AnswerFormat, Sheet, StudentAnswers, Version};
use crate::points::ItemScore;
use claims::problem::Problem;

/// The sheet of the course.
pub(super) const COURSE: &str =
    include_str!("../../../../src/commands/templates/course/solutions/6-witnesses.toml");

/// Its copy for students.
pub(super) const COPY: &str =
    include_str!("../../../../src/commands/templates/course/6-witnesses.toml");

/// The misprints of the course.
pub(super) const MISPRINTS: &str =
    include_str!("../../../../src/commands/templates/course/solutions/misprints.toml");

/// A sheet with one exercise of these keys.
fn sheet_of(keys: &str) -> Result<Sheet, Problem> {
    let text =
        format!("title = \"T\"\nseed = 1\n[[exercises]]\nname = \"one\"\npoints = 6\n{keys}\n");
    Sheet::read(&text, "sheet.toml")
}

/// The version of a student of a sheet with one exercise.
fn version_of(keys: &str, student: &str) -> Version {
    let sheet = sheet_of(keys).unwrap_or_else(|problem| panic!("{problem}"));
    sheet.version(Some(student)).unwrap()
}

/// The points of an answer in TOML to the one exercise of a version.
fn marked(version: &Version, answer: &str) -> ItemScore {
    let text = format!("[one]\n{answer}\n");
    let answers = StudentAnswers::read(text.as_bytes(), "answer.toml", AnswerFormat::Toml, None);
    let answers = answers.unwrap_or_else(|problem| panic!("{problem}"));
    version.mark(&answers).items.remove(0)
}
