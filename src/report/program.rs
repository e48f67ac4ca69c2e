//! Names this program with its version, for files that say what made them.

/// Name and version of this program.
pub const PROGRAM: &str = concat!("perceptron-lab ", env!("CARGO_PKG_VERSION"));
