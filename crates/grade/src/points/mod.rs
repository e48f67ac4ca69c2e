//! Gives points for what was handed in, and writes them in the forms that the graders of courses read.
//!
//! A file of points says what each claim of a grading counts; homework has its points in its sheet. Both become `Scores`, which know every form.

mod form;
mod marking;
mod points_file;
mod scores;
#[cfg(test)]
mod tests;

pub use form::PointsForm;
pub use points_file::PointsFile;
pub use scores::{ItemScore, Scores};
