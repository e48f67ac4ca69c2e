//! Reads experiment specs: wire types, sweep expansion on raw tables, the checked domain type, and diagnostics.
//!
//! `spec` reads a TOML file into a `Spec` in which nothing can be wrong any more. Sweeps edit copies of the raw tables before anything is typed, so
//! no generator knows that sweeps exist. `shape` knows what can stand where: it plays a file to each type that reads a part of the spec and notes
//! what the type asks for (`probe`), so that all faults of a table are named together, and editors get a JSON Schema, without a second list of keys.
//! A fault names its key, line, cell and what would be right; what it says is held by snapshots. Two digests come from here: of the whole file, and
//! of what trials depend on, which leaves out replicates, claims, figures and prose.

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
mod toml_error;
mod tree;
mod trials_digest;
mod wire;

pub use cell::Cell;
pub use data::{DataFiles, Decoder};
pub use diagnostic::{Diagnostic, SpecError, nearest};
pub use experiment::Spec;
pub use replicates::Replicates;
pub use shape::schema;
pub use size::bytes;
pub use trials_digest::RESULTS_VERSION;
