//! Reads experiment specs: types of the file's keys, expansion of sweeps, the checked type `Spec`, and diagnostics.
//!
//! `spec` reads a TOML file into a `Spec`, which cannot hold an invalid experiment. A sweep edits copies of the raw tables before they are
//! deserialized, so that generators need not know about sweeps. `shape` knows which keys and values a table can have. It offers a file to each type
//! that reads a part of the spec and records what the type asks for (`probe`). All mistakes of a table are thus reported together, and editors get a
//! JSON Schema, without a second list of keys. A diagnostic names key, line, cell and the allowed values; snapshot tests fix its text. The module
//! also computes two digests: of the whole file, and of everything that trials depend on, which excludes replicates, claims, figures and prose.

mod between;
mod cell;
mod change;
mod data;
mod data_in_words;
mod diagnostic;
mod digest;
mod edit;
mod entry;
mod estimated;
mod experiment;
mod fewer_replicates;
mod figure_names;
mod figures;
mod grid;
mod impossible;
pub mod keys;
mod learner;
mod measured;
mod memory_check;
mod next_step;
mod parse;
mod prose;
mod ranges;
mod replicates;
mod retired;
mod select;
mod shape;
mod similar_names;
mod size;
mod stated;
mod sweep;
mod theorems;
mod toml_error;
mod tree;
mod trials_digest;
mod wire;

pub use cell::Cell;
pub use data::{DataFiles, Decoder};
pub use diagnostic::{Diagnostic, SpecError};
pub use entry::THEOREM;
pub use experiment::{Spec, StatedReplicates};
pub use replicates::Replicates;
pub use shape::{schema, schema_of_theorems};
pub use similar_names::nearest;
pub use size::bytes;
pub use trials_digest::{OLDEST_READABLE_VERSION, RESULTS_VERSION};
