//! Reads experiment specs: wire types, sweep expansion on raw tables, the checked domain type, and diagnostics.

mod cell;
mod change;
mod data;
mod diagnostic;
mod digest;
mod edit;
mod experiment;
mod figures;
mod grid;
mod impossible;
pub mod keys;
mod learner;
mod measured;
mod memory_check;
mod parse;
mod prose;
mod ranges;
mod replicates;
mod shape;
mod size;
mod stated;
mod sweep;
mod tree;
mod trials_digest;
mod wire;
mod wording;

pub use cell::Cell;
pub use data::{DataFiles, Decoder};
pub use diagnostic::{Diagnostic, SpecError, nearest};
pub use experiment::Spec;
pub use replicates::Replicates;
pub use shape::schema;
pub use size::bytes;
pub use trials_digest::RESULTS_VERSION;
