//! Tells where the perceptron goes if nothing separates the sample: the closed set of weight vectors, and the long run of a random order.
//!
//! On integer examples the reachable weight vectors are finitely many. A random order, in which every example shown is drawn uniformly, is a Markov chain
//! on them: it ends in a recurrent class, where error rate and norm have exact means (docs/theory.md, X1).

mod chain;
mod classes;
mod closed_set;
mod cyclic_run;
mod signed_examples;
mod simulation;
mod solve;
#[cfg(test)]
mod tests;

pub use chain::{LongRun, LongRunMeans, RecurrentClass};
pub use closed_set::ClosedSet;
pub use cyclic_run::CyclicRun;
pub use signed_examples::SignedExamples;
pub use simulation::{SimulatedLongRun, SimulatedMean, SimulationSize};
