//! Gives points for what was handed in, and writes them in the forms that the graders of courses read.

mod scores;

pub use scores::{ItemScore, Scores};
