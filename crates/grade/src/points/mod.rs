//! Gives points for what was handed in, and writes them in the forms that the graders of courses read.

mod form;
mod marking;
mod points_file;
mod scores;
#[cfg(test)]
mod tests;

pub use form::Form;
pub use points_file::PointsFile;
pub use scores::{ItemScore, Scores};
