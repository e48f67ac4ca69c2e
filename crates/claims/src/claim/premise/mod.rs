//! Declares the premises of claims, each of them once.
//!
//! A premise reads what the run did, such as its stop reason, not what the spec asked for. A claim about an expectation is inconclusive if its
//! premise holds on some samples only, because those samples are not a random draw. An enumeration of samples is not complete if the learner draws at
//! random.

mod comparator;
mod examples;
mod learner;
mod named;
mod own_step;
mod predicate;
mod stream;
#[cfg(test)]
mod tests;

pub use comparator::{comparator, equal_margins};
pub use examples::*;
pub use learner::*;
pub use named::{DOCS, NamedPremise};
pub use own_step::*;
pub use predicate::Premise;
pub use stream::*;
