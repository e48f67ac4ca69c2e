//! Declares the premises of claims, each once, in the files below.
//!
//! A premise reads what the run did, its stop reason, and not what its spec wished. A claim about an expectation whose premise holds of some samples
//! only is inconclusive: those samples are no random draw. An enumeration under a learner that draws at random is not complete.

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
