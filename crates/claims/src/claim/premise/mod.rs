//! Declares the premises of claims, each once, in the files below.

mod examples;
mod learner;
mod named;
mod predicate;
#[cfg(test)]
mod tests;

pub use examples::*;
pub use learner::*;
pub use named::{DOCS, NamedPremise};
pub use predicate::Premise;
