//! Describes what a spec can hold, derived from the types that read it, so that messages name all mistakes at once and editors can check a spec.

mod check;
mod elsewhere;
mod schema;
mod tables;
#[cfg(test)]
mod tests;
mod wording;

pub(super) use check::KeyPlace;
pub use schema::{schema, schema_of_theorems};
pub(super) use tables::{CLAIMS, FIGURE, GENERATOR, SHARED, TOP, VARIANT};
