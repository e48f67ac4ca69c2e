//! Says what a spec can hold, read off the types that read it: for messages that name everything wrong at once, and for editors.

mod check;
mod derivation;
mod elsewhere;
mod entries;
mod probe;
mod schema;
mod tables;
#[cfg(test)]
mod tests;
mod value_shape;

pub(super) use check::Place;
pub use schema::schema;
pub(super) use tables::{CLAIMS, FIGURE, GENERATOR, SHARED, TOP, VARIANT};
pub(super) use value_shape::Shape;
