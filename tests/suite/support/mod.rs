//! What tests share: one way to start the program, and one folder with a spec and its results.

pub(crate) mod program;
pub(crate) mod study_folder;
