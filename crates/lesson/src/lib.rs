//! Answers the questions of the lesson page: what the perceptron does on the examples that its reader dragged, and what the bounds say.
//!
//! The page asks in JSON and shows the answer; it computes nothing that it prints. The run, the largest margin and the certificates are those of
//! `perceptron`. The crate is compiled to WebAssembly by `scripts/lesson`, and natively for tests and for the command that writes the page.

mod answer;
#[cfg(target_arch = "wasm32")]
mod exports;
mod game;
mod geometry;
mod number;
mod question;
mod run;
mod spec;

pub use answer::answer;
pub use question::{MOST_EXAMPLES, MOST_UPDATES};

/// The module that `scripts/lesson` compiled from this crate, compressed by gzip.
#[cfg(not(target_arch = "wasm32"))]
pub const MODULE: &[u8] = include_bytes!("../lesson.wasm.gz");
