//! Says what a spec can hold, read off the types that read it: for messages that name everything wrong at once, and for editors.

mod check;
mod elsewhere;
mod schema;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use check::KeyPlace;
pub use schema::schema;
pub(super) use tables::{CLAIMS, FIGURE, GENERATOR, SHARED, TOP, VARIANT};
