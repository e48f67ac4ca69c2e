//! Helpers for tests: starting the program, reading its CSV, a folder with a spec and its results, and checking schemas.

pub(crate) mod csv_rows;
pub(crate) mod program;
pub(crate) mod schema;
pub(crate) mod study_folder;
