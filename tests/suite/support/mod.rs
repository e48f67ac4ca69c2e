//! What tests share: one way to start the program, one folder with a spec and its results, and a checker of schemas.

pub(crate) mod program;
pub(crate) mod schema;
pub(crate) mod study_folder;
