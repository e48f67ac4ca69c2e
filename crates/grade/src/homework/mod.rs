//! Homework whose answers are witnesses: samples, multipliers or separators that are checked exactly, by the theorems that the program knows.
//!
//! A sheet states exercises as data ([`Sheet`]). Each student gets a [`Version`] with numbers of its own, drawn from the seed of the sheet and the
//! name of the student. What is handed in ([`StudentAnswers`]) is read from untrusted bytes, with limits, and marked in exact arithmetic, with a reason for
//! each point that is missing. No test is hidden: whoever solves an exercise can check the witness with the same program.
//!
//! # Examples
//! ```
//! use grade::homework::{AnswerFormat, StudentAnswers, Sheet};
//!
//! let text = r#"
//! title = "One exercise"
//! seed  = 1
//! [[exercises]]
//! name   = "seven"
//! kind   = "plane"
//! points = 4
//! bound  = 3
//! "#;
//! let version = Sheet::read(text, "sheet.toml")?.version(Some("Ada"))?;
//! let answer = b"[seven]\nexamples = [[1, 1, 1], [1, -1, 1]]";
//! let scores = version.mark(&StudentAnswers::read(answer, "answer.toml", AnswerFormat::Toml, None)?);
//! assert_eq!(scores.total(), scores.possible());
//! # Ok::<(), claims::problem::Problem>(())
//! ```

mod answer;
mod answers;
mod command;
mod keys;
mod kind;
mod mark;
mod range;
mod run;
mod sample_setting;
mod sheet;
mod stated_answer;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod version;

pub use answers::{AnswerFormat, MOST_BYTES, StudentAnswers};
pub use command::{HandInOptions, HandedIn, hand_in};
pub use sheet::{Sheet, for_students};
pub use version::Version;
