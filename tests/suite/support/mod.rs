//! What tests share: one way to start the program, and one folder with a spec and its results.

pub mod program;
pub mod study_folder;
